import Hashing
import Linux
import Records

/// Reading files through to their end, and writing ones that can be trusted.
enum FileContent {
  /// Which side of a copy failed.
  enum CopyFault: Error {
    case unread(SystemError)
    case unwritten(SystemError)
  }

  /// Copies a file from its start and answers what was read; `progress` is told of each piece.
  static func copy(
    _ source: borrowing Descriptor, to target: borrowing Descriptor,
    _ progress: (Int64) -> Void = { _ in }
  ) throws(CopyFault) -> (sha256: Digest, bytes: Int64) {
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while true {
      let count: Int
      do throws(SystemError) { count = try source.fill(&buffer, at: offset) } catch {
        throw .unread(error)
      }
      if count == 0 { break }
      let written = buffer.withUnsafeBytes { all in
        let piece = UnsafeRawBufferPointer(rebasing: all[..<count])
        hash.update(piece)
        return Result { () throws(SystemError) in try target.write(piece) }
      }
      do throws(SystemError) { try written.get() } catch { throw .unwritten(error) }
      offset += Int64(count)
      progress(Int64(count))
    }
    return (digest(hash), offset)
  }

  /// What a file holds; `progress` is told of each piece.
  static func read(
    _ file: borrowing Descriptor, _ progress: (Int64) -> Void = { _ in }
  ) throws(SystemError) -> (sha256: Digest, bytes: Int64) {
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while true {
      let count = try file.fill(&buffer, at: offset)
      if count == 0 { break }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += Int64(count)
      progress(Int64(count))
    }
    return (digest(hash), offset)
  }

  /// Returns when a file is on the disk and has been read from there again; false where it is not what was written.
  static func settle(
    _ file: borrowing Descriptor, _ sha256: Digest
  ) throws(SystemError) -> Bool {
    try file.synchronize()
    file.forgetCached()
    return try read(file).sha256 == sha256
  }

  static func digest(of bytes: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return digest(hash)
  }

  private static func digest(_ hash: consuming SHA256) -> Digest {
    guard let digest = Digest(bytes: hash.finish()) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    return digest
  }
}
