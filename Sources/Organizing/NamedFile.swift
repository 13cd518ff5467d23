import Hashing
import Linux
import Records
import Storage

/// A recording that a person names, read once while it is hashed and, where it is to be kept, copied into the archive
/// under a temporary name: what is judged and kept are the bytes that were read. The file itself is only read, under a lease
/// where its file system gives one: never while somebody writes it.
public final class NamedFile {
  /// The last part of the path.
  public let name: FileName
  public let modified: Instant
  let sha256: Digest
  let size: Int64
  /// What is to be judged, open for reading.
  public let content: Descriptor
  /// Nil in a dry run.
  private let copy: ArchiveCopy?

  /// Without an archive nothing is copied.
  public init(
    at path: String, copyingInto archive: AudioArchive?, at now: Instant
  ) throws(NamedFileError) {
    name = FileName(path.split(separator: "/").last.map(String.init) ?? path)
    let source = try NamedFile.onFile(path) { () throws(SystemError) -> Descriptor in
      try Descriptor(opening: path, [.read, .nonBlocking])
    }
    let status = try NamedFile.onFile(path) { () throws(SystemError) in try source.status() }
    guard status.kind == .regular else { throw .noFile(path) }
    let isLeased = try NamedFile.lease(source, at: path)
    // What is judged in a dry run is this file, long after.
    defer { if isLeased { source.releaseLease() } }
    modified = Instant(nanoseconds: status.modified)
    size = status.size
    do throws(StoreError) {
      copy = try archive.map { archive throws(StoreError) in
        ArchiveCopy(try archive.begin(UUID(milliseconds: now.milliseconds), at: now))
      }
    } catch { throw .store(error) }
    sha256 = try NamedFile.digest(of: source, isLeased: isLeased, into: copy, at: path)
    // The time of a change of its status too, which nobody can put back.
    guard let after = try? source.status(), after.identity == status.identity,
      after.changed == status.changed
    else { throw .changing(path) }
    let copy = copy
    content = try NamedFile.onFile(path) { () throws(SystemError) -> Descriptor in
      if let copy { return try copy.duplicate() }
      return try source.duplicate()
    }
  }

  /// Whether a lease could be had: not on every file system, nor of another owner's file.
  private static func lease(
    _ source: borrowing Descriptor, at path: String
  ) throws(NamedFileError) -> Bool {
    do throws(Descriptor.LeaseRefusal) {
      try source.takeReadLease(tellingBy: LeaseBreaks.silent)
      return true
    } catch {
      switch error {
      case .openForWriting: throw .changing(path)
      case .unavailable: return false
      }
    }
  }

  private static func requireIntactLease(
    _ source: borrowing Descriptor, at path: String
  ) throws(NamedFileError) {
    let isIntact = try onFile(path) { () throws(SystemError) in try source.hasIntactLease() }
    if !isIntact { throw .changing(path) }
  }

  private static func onFile<Result: ~Copyable>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(NamedFileError) -> Result {
    do throws(SystemError) { return try body() } catch { throw .unreadable(path, error) }
  }

  /// Of the whole of an open file; `path` is for messages alone.
  static func digest(
    of file: borrowing Descriptor, at path: String
  ) throws(NamedFileError) -> Digest {
    try digest(of: file, isLeased: false, into: nil, at: path)
  }

  private static func digest(
    of source: borrowing Descriptor, isLeased: Bool, into copy: ArchiveCopy?, at path: String
  ) throws(NamedFileError) -> Digest {
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var offset: Int64 = 0
    while true {
      let count: Int
      do throws(SystemError) { count = try source.fill(&buffer, at: offset) } catch {
        throw .unreadable(path, error)
      }
      if count == 0 { break }
      let chunk = Array(buffer[..<count])
      hash.update(chunk)
      do throws(SystemError) { try copy?.write(chunk) } catch { throw .uncopied(path, error) }
      offset += Int64(count)
      if isLeased { try requireIntactLease(source, at: path) }
    }
    if isLeased { try requireIntactLease(source, at: path) }
    guard let digest = Digest(bytes: hash.finish()) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    return digest
  }

  /// Gives the copy its final name, durably.
  func place(extension suffix: String) throws(StoreError) -> (uuid: UUID, path: String) {
    guard let copy else { preconditionFailure("a dry run places nothing") }
    return try copy.place(extension: suffix)
  }

  /// Puts the copy in the place of a recording that is gone or damaged.
  func mend(_ path: String, in archive: AudioArchive) throws(StoreError) {
    guard let copy else { preconditionFailure("a dry run mends nothing") }
    try copy.mend(path, in: archive)
  }

  /// Takes a placed copy back out of the archive, after a transaction that did not commit.
  func withdraw() { copy?.withdraw() }
}

/// The copy in the archive; its file goes with it unless it was placed.
private final class ArchiveCopy {
  private var draft: ArchiveDraft

  init(_ draft: consuming ArchiveDraft) { self.draft = draft }

  func duplicate() throws(SystemError) -> Descriptor { try draft.descriptor.duplicate() }

  func write(_ bytes: [UInt8]) throws(SystemError) { try draft.descriptor.write(bytes) }

  func place(extension suffix: String) throws(StoreError) -> (uuid: UUID, path: String) {
    let path = try draft.place(extension: suffix)
    try draft.synchronize()
    return (draft.uuid, path)
  }

  func mend(_ path: String, in archive: AudioArchive) throws(StoreError) {
    try archive.mend(path, with: &draft)
  }

  /// What cannot be taken back is left for the daemon's start, which finds what has no row.
  func withdraw() { try? draft.withdraw() }
}

/// Why a file that was named is not taken.
public enum NamedFileError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(String, SystemError)
  /// A folder, a pipe or a device.
  case noFile(String)
  /// Somebody writes to it.
  case changing(String)
  case uncopied(String, SystemError)
  case store(StoreError)

  public var description: String {
    switch self {
    case .unreadable(let path, let error): "\(path) cannot be read: \(error.code)."
    case .noFile(let path): "\(path) is no regular file."
    case .changing(let path): "\(path) is still being written. Try again once it is finished."
    case .uncopied(let path, let error):
      "\(path) cannot be copied into the store: \(error.code)."
    case .store(let error): error.description
    }
  }
}
