import Linux
import Records

/// The files of an item on their way back to the folder that they came from.
public struct ReturnedFiles {
  /// In the order in which they get their names: sidecars come first, so that a watcher finds a pair together.
  public let files: [QuarantineItem.File]
  private let item: UUID

  public init(of item: QuarantineItem) {
    files = item.files.sorted { $0.role == .sidecar && $1.role != .sidecar }
    self.item = item.uuid
  }

  /// The name of each until it gets its own.
  public var temporaryNames: [PathBytes] {
    files.indices.map { ReturnName(item, number: $0).bytes }
  }

  /// Gives those that still have a temporary name their own, without replacing; answers these, which are durable then. One
  /// mark serves all, so that a pair stays a pair where a name is taken: `lunch (2).wav` with `lunch (2).wav.json`.
  @discardableResult
  public func publish(in folder: borrowing Descriptor) throws(SystemError) -> [FileName] {
    var waiting: [(name: FileName, temporary: PathBytes)] = []
    for (file, temporary) in zip(files, temporaryNames)
    where ReturnedFiles.isThere(temporary, in: folder) { waiting.append((file.name, temporary)) }
    var number = 1
    while number < 1000, waiting.contains(where: { isTaken($0.name.marked(number), in: folder) }) {
      number += 1
    }
    for file in waiting {
      try folder.renameWithoutReplacing(
        file.temporary, to: PathBytes(file.name.marked(number).bytes), in: folder)
    }
    try folder.synchronize()
    return waiting.map { $0.name.marked(number) }
  }

  private func isTaken(_ name: FileName, in folder: borrowing Descriptor) -> Bool {
    ReturnedFiles.isThere(PathBytes(name.bytes), in: folder)
  }

  private static func isThere(_ name: PathBytes, in folder: borrowing Descriptor) -> Bool {
    (try? folder.status(of: name)) != nil
  }
}

extension FileName {
  /// `lunch (2).wav`, `lunch (2).wav.json`: the mark stands before the first point, where a recording and its sidecar
  /// still have the same bytes. At most 255 bytes.
  fileprivate func marked(_ number: Int) -> FileName {
    guard number > 1 else { return self }
    let point = bytes.dropFirst().firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    let mark = Array(" (\(number))".utf8)
    let rest = bytes[point...].prefix(64)
    return FileName(bytes: bytes[..<point].prefix(255 - mark.count - rest.count) + mark + rest)
  }
}
