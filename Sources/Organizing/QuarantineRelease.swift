import Hashing
import Linux
import Records
import Storage

/// Gives what was set aside back to its inbox, to be judged again. At no instant are the bytes in neither place
/// (invariant 1): they are durable in the inbox before the item is marked, and leave the quarantine after that.
public struct QuarantineRelease {
  private let store: Store
  private let now: Instant

  public init(store: Store, now: Instant) {
    self.store = store
    self.now = now
  }

  /// Returns the names in the inbox: the old ones, or free ones beside them where one is taken. What a program that died
  /// has left there is finished first.
  @discardableResult
  public func release(_ item: QuarantineItem) throws(ReleaseError) -> [FileName] {
    let names: [FileName]
    do {
      let inbox = try Descriptor(opening: item.inbox, [.directory])
      let finished = try InterruptedReturns(store, by: .organize, now: now).finish(
        in: inbox, of: item)
      if !finished.isEmpty { return item.files.map(\.name) }
      names = try release(item, to: inbox)
    } catch let error as SystemError {
      throw .inbox(item.inbox, error)
    } catch let error as ReleaseError {
      throw error
    } catch {
      throw .store(error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)"))
    }
    // A folder that stays is a second copy, no more.
    try? QuarantineFolder(of: store).remove(item.uuid)
    return names
  }

  private func release(
    _ item: QuarantineItem, to inbox: borrowing Descriptor
  ) throws -> [FileName] {
    let files = ReturnedFiles(of: item)
    let ticket = try ReturnTicket(for: item, in: inbox)
    var isPublished = false
    do {
      try stage(files, of: item, in: inbox)
      // The write lock is held while the names appear, so that two that retry one item give it back once.
      let names = try store.write { writer in
        try writer.operation(.retry, by: .organize, at: now) {
          try writer.setState(item.id, to: .retried)
        }
        try ticket.begin()
        isPublished = true
        return try files.publish(in: inbox)
      }
      ticket.remove()
      return names
    } catch {
      // Where names are there already, the ticket stays, and the next retry or start of the daemon goes on.
      if !isPublished {
        for temporary in files.temporaryNames { try? inbox.unlink(temporary) }
        ticket.remove()
      }
      throw error
    }
  }

  /// Copies every file under an ignored name, durably, where it is what was set aside.
  private func stage(
    _ files: ReturnedFiles, of item: QuarantineItem, in inbox: borrowing Descriptor
  ) throws {
    let folder = QuarantineFolder(of: store)
    // A folder that a group shares gives its files to the group, whatever the umask.
    let isShared = try inbox.status().mode & 0o2000 != 0
    for (file, temporary) in zip(files.files, files.temporaryNames) {
      let source = try folder.open(file)
      let target = try Descriptor(
        opening: temporary, in: inbox, [.write, .create, .exclusive, .noFollow], mode: 0o660)
      if isShared { try target.setMode(0o660) }
      guard try copy(source, to: target) == file.sha256 else {
        throw ReleaseError.damaged(item.id, file.name)
      }
      // A recording that does not say when it was made is dated by this.
      try target.setModified(try source.status().modified)
      try target.synchronize()
    }
  }

  /// Answers the digest of all that was copied.
  private func copy(
    _ source: borrowing Descriptor, to target: borrowing Descriptor
  ) throws(SystemError) -> Digest? {
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var offset: Int64 = 0
    while true {
      let count = try source.fill(&buffer, at: offset)
      if count == 0 { return Digest(bytes: hash.finish()) }
      let chunk = Array(buffer[..<count])
      chunk.withUnsafeBytes { hash.update($0) }
      try target.write(chunk)
      offset += Int64(count)
    }
  }
}

/// Why an item could not be given back; it stays where it is.
public enum ReleaseError: Error, Hashable, Sendable, CustomStringConvertible {
  case store(StoreError)
  case inbox(String, SystemError)
  /// Its files are not in their inbox any more, and nothing is to be written there.
  case gone(RecordID, inbox: String)
  /// What lies in the quarantine is not what was put there.
  case damaged(RecordID, FileName)

  public var description: String {
    switch self {
    case .store(let error): error.description
    case .inbox(let path, let error):
      "The files cannot be given back to \(path): \(error). They stay in quarantine."
    case .damaged(let id, let name):
      "\(name) is not any more what was set aside as \(id), and stays in quarantine. Put it back from a backup, or drop the memo into its inbox again; to let this go: mm-organize quarantine drop \(id)"
    case .gone(let id, let path):
      "The recording of \(id) is not in \(path) any more as it was, and nothing is written into an inbox with after = keep. It stays in quarantine."
    }
  }
}
