import Hashing
import Linux
import Records

/// What the store truly has: not what rows say, but what their files hold when they are read.
public struct KeptContent {
  let paths: StorePaths

  public init(paths: StorePaths) { self.paths = paths }

  /// Where the store has a content.
  public enum Home: Hashable {
    case sidecar
    /// A file, relative to the store.
    case file(String)

    /// Whether a row says so still.
    public func stands(for digest: Digest, _ reader: StoreReader) throws(StoreError) -> Bool {
      switch self {
      case .sidecar: try reader.holdsSidecar(digest)
      case .file(let path): try reader.paths(of: digest).contains(path)
      }
    }
  }

  /// A file that a row names and that has this content, or a row that holds it.
  public func home(
    of digest: Digest, _ reader: StoreReader, outside folder: String? = nil
  ) throws(StoreError) -> Home? {
    if try reader.holdsSidecar(digest) { return .sidecar }
    for path in try reader.paths(of: digest) {
      if let folder, path.hasPrefix("\(folder)/") { continue }
      if KeptContent.digest(of: paths.absolute(path)) == digest { return .file(path) }
    }
    return nil
  }

  /// Whether there is one.
  public func contains(
    _ digest: Digest, _ reader: StoreReader, outside folder: String? = nil
  ) throws(StoreError) -> Bool {
    try home(of: digest, reader, outside: folder) != nil
  }

  /// The same of all files of an item, elsewhere than in its own folder.
  public func contains(_ item: QuarantineItem, _ reader: StoreReader) throws(StoreError) -> Bool {
    for file in item.files {
      guard try contains(file.sha256, reader, outside: "quarantine/\(item.uuid)") else {
        return false
      }
    }
    return true
  }

  /// Of a whole file; nil where it cannot be read. A fault is given a second and a third try: what a disk did not read
  /// once is not lost for that.
  public static func digest(of path: String) -> Digest? {
    for _ in 0..<3 {
      do throws(SystemError) { return try read(path) } catch {
        if error.code == .notFound { return nil }
      }
    }
    return nil
  }

  /// The digest of a plain file, read to its end; nil where that is something else.
  public static func read(_ path: String) throws(SystemError) -> Digest? {
    let file = try Descriptor(opening: path, [.noFollow, .nonBlocking])
    guard try file.status().kind == .regular else { return nil }
    return try read(file)
  }

  /// Of a file that is on the disk when this returns; nil where it cannot be read or is not.
  public static func durableDigest(of name: PathBytes, in folder: borrowing Descriptor) -> Digest? {
    guard let file = try? Descriptor(opening: name, in: folder, [.noFollow, .nonBlocking]),
      let digest = try? read(file), (try? file.synchronizeData()) != nil
    else { return nil }
    return digest
  }

  /// Whether a file is a copy of another, or of its first part; an empty one always is.
  static func isBeginning(
    _ name: PathBytes, in folder: borrowing Descriptor, of path: String
  ) -> Bool {
    guard let copy = try? Descriptor(opening: name, in: folder, [.noFollow, .nonBlocking]),
      (try? copy.status().kind) == .regular,
      let whole = try? Descriptor(opening: path, [.noFollow, .nonBlocking])
    else { return false }
    var own = [UInt8](repeating: 0, count: 262_144)
    var other = own
    var offset: Int64 = 0
    while true {
      guard let count = try? copy.fill(&own, at: offset) else { return false }
      if count == 0 { return true }
      guard let found = try? whole.fill(&other, at: offset), found >= count,
        own[..<count] == other[..<count]
      else { return false }
      offset += Int64(count)
    }
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
