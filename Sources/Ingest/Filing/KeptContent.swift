import Hashing
import Linux
import Records
import Storage

/// What the store truly has: not what rows say, but what their files hold when they are read.
struct KeptContent {
  let paths: StorePaths

  /// Whether a file that a row names has this content, or a row holds it.
  func contains(
    _ digest: Digest, _ reader: StoreReader, outside folder: String? = nil
  ) throws(StoreError) -> Bool {
    if try reader.holdsSidecar(digest) { return true }
    for path in try reader.paths(of: digest) {
      if let folder, path.hasPrefix("\(folder)/") { continue }
      if KeptContent.digest(of: paths.absolute(path)) == digest { return true }
    }
    return false
  }

  /// The same of all files of an item, elsewhere than in its own folder.
  func contains(_ item: QuarantineItem, _ reader: StoreReader) throws(StoreError) -> Bool {
    for file in item.files {
      guard try contains(file.sha256, reader, outside: "quarantine/\(item.uuid)") else {
        return false
      }
    }
    return true
  }

  /// Of a whole file; nil where it cannot be read.
  static func digest(of path: String) -> Digest? { (try? read(path)) ?? nil }

  /// The digest of a plain file, read to its end; nil where that is something else.
  static func read(_ path: String) throws(SystemError) -> Digest? {
    let file = try Descriptor(opening: path, [.noFollow, .nonBlocking])
    guard try file.status().kind == .regular else { return nil }
    return try read(file)
  }

  /// Of a file that is on the disk when this returns; nil where it cannot be read or is not.
  static func durableDigest(of name: PathBytes, in folder: borrowing Descriptor) -> Digest? {
    guard let file = try? Descriptor(opening: name, in: folder, [.noFollow, .nonBlocking]),
      let digest = try? read(file), (try? file.synchronizeData()) != nil
    else { return nil }
    return digest
  }

  private static func read(_ file: borrowing Descriptor) throws(SystemError) -> Digest? {
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var offset: Int64 = 0
    while true {
      let count = try file.fill(&buffer, at: offset)
      if count == 0 { break }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += Int64(count)
    }
    return Digest(bytes: hash.finish())
  }
}
