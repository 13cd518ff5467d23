import JSON
import Linux
import Records

/// `reason.json`: why the files beside it were set aside, for a person who looks into the folder.
struct QuarantineReason {
  let code: QuarantineCode
  let message: String
  let inbox: String
  let record: RecordID?
  let at: Instant

  func json(files: [QuarantineItem.File]) -> JSONValue {
    .object([
      "code": .string(code.rawValue),
      "message": .string(message),
      "cure": .string(code.cure),
      "inbox": .string(inbox),
      "record": JSONValue(record?.description),
      "at": .string(Timestamp(at, offset: 0).description),
      "files": .array(
        files.map { file in
          .object([
            "role": .string(file.role.rawValue),
            "name": .string(file.name.description),
            "file": .string(String(file.path.split(separator: "/").last ?? "")),
            "bytes": .integer(file.bytes),
            "sha256": .string(file.sha256.description),
          ])
        }),
    ])
  }

  /// Writes the file whole under a temporary name, then gives it its own, over an older one.
  func write(
    _ files: [QuarantineItem.File], in folder: borrowing Descriptor, mode: UInt32
  ) throws(SystemError) {
    let temporary = QuarantineReason.temporaryName
    try QuarantineReason.write(
      json(files: files).utf8(.indented) + [UInt8(ascii: "\n")], as: temporary, in: folder,
      mode: mode, [.truncate])
    try folder.rename(temporary, to: QuarantineName.reason, in: folder)
  }

  static let temporaryName: PathBytes = ".reason.json.part"

  /// A new file with its content on the disk.
  static func write(
    _ bytes: [UInt8], as name: PathBytes, in folder: borrowing Descriptor, mode: UInt32,
    _ options: OpenOptions
  ) throws(SystemError) {
    let file = try Descriptor(
      opening: name, in: folder, options.union([.write, .create, .noFollow]), mode: mode)
    try file.setMode(mode)
    try file.write(bytes)
    try file.synchronizeData()
    try file.close()
  }
}
