import Hashing
import Linux
import Records
import Storage

/// Finishes, before anything else looks at an inbox, what a crash left between a COMMIT and the removal of its files
/// (invariant 3): a file that is recorded is never taken for a new one.
struct InboxRecovery {
  let inbox: String
  /// Files stay in this inbox, though they were to be removed when the rows were written: nothing is removed.
  var keepsFiles = false
  /// Whether the store truly has this content: a row alone is not enough to take the last copy away.
  let isKept: (Digest) throws -> Bool

  struct Finished: Sendable {
    /// Rows that have done their work.
    var rows: [Int64] = []
    /// Files that stay since the inbox must not be emptied any more, as they are to be remembered.
    var kept: [KeptInboxFile] = []
    /// Files that turned out to be others, under the names that they have now.
    var givenBack: [FileName] = []
    /// Files that rows call recorded and the store has not; they stay, under these names, and are judged anew.
    var missing: [FileName] = []
    /// Private names without a row that get no public one, and why; the next start tries again.
    var stuck: [(name: FileName, error: SystemError)] = []
    /// What the system does not let go; the rows stay.
    var refused: [(removal: StoredRemoval, error: SystemError)] = []
  }

  /// `removals` is asked only after the private names were listed: a removal that is under way beside this one has its
  /// row by then, and is not taken for a stranger.
  func run(
    in folder: borrowing Descriptor, _ removals: () throws -> [StoredRemoval]
  ) throws -> Finished {
    let names = try folder.entryNames()
    let privateNames = names.filter(InboxRemoval.isPrivate)
    let ownNames = OwnNames(of: names)
    let removals = try removals().map { stored in
      StoredRemoval(
        number: stored.number, removal: try ownNames.restored(in: stored.removal, folder))
    }
    let device = try folder.status().device
    var finished = Finished()
    for stored in removals where stored.removal.inbox == inbox {
      do {
        try finish(stored, in: folder, on: device, &finished)
      } catch let error as SystemError where !keepsFiles {
        // A file that cannot be seen is not gone, nor another: its removal is tried again.
        finished.refused.append((stored, error))
      }
    }
    let known = Set(removals.map { PathBytes($0.removal.privateName.bytes) })
    giveBack(privateNames.filter { !known.contains($0) }, in: folder, &finished)
    return finished
  }

  private func finish(
    _ stored: StoredRemoval, in folder: borrowing Descriptor, on device: UInt64,
    _ finished: inout Finished
  ) throws {
    if let name = try keepMissing(stored.removal, in: folder) {
      finished.rows.append(stored.number)
      finished.missing.append(name)
      return
    }
    if keepsFiles { return try keep(stored, in: folder, on: device, &finished) }
    switch try remove(stored.removal, in: folder) {
    case .removed: finished.rows.append(stored.number)
    case .gone: if stored.removal.isGone(from: device) { finished.rows.append(stored.number) }
    case .kept(let name):
      finished.rows.append(stored.number)
      if name != stored.removal.name { finished.givenBack.append(name) }
    case .failed(let error):
      finished.refused.append((try found(stored, in: folder), error))
    }
  }

  /// The name of a file that must stay, since nothing else has its content; nil where it may go.
  private func keepMissing(
    _ removal: PendingRemoval, in folder: borrowing Descriptor
  ) throws -> FileName? {
    guard
      let name = try [removal.privateName, removal.name].first(where: {
        try status(of: $0, in: folder) != nil
      }), try !isKept(removal.sha256)
    else { return nil }
    guard name == removal.privateName else { return name }
    let step = InboxRemoval(
      name: removal.name, privateName: removal.privateName, identity: removal.identity)
    guard case .kept(let name) = try step.giveBack(in: folder) else { return name }
    return name
  }

  /// Gives a file its name back where it had lost it already.
  private func keep(
    _ stored: StoredRemoval, in folder: borrowing Descriptor, on device: UInt64,
    _ finished: inout Finished
  ) throws(SystemError) {
    let removal = stored.removal
    var name = removal.name
    if let identity = try identity(of: removal, under: removal.privateName, in: folder) {
      let step = InboxRemoval(
        name: name, privateName: removal.privateName, identity: identity)
      do throws(SystemError) {
        switch try step.giveBack(in: folder) {
        case .kept(let given): name = given
        case .failed(let error): throw error
        case .removed, .gone: break
        }
      } catch {
        finished.refused.append((stored, error))
        return
      }
    }
    guard let found = try status(of: name, in: folder)?.identity else {
      if removal.isGone(from: device) { finished.rows.append(stored.number) }
      return
    }
    finished.rows.append(stored.number)
    guard try found == identity(of: removal, under: name, in: folder),
      try !isWrittenOver(removal, under: name, in: folder)
    else { return }
    finished.kept.append(
      KeptInboxFile(inbox: inbox, name: name, sha256: removal.sha256, identity: found))
  }

  private func remove(
    _ removal: PendingRemoval, in folder: borrowing Descriptor
  ) throws(SystemError) -> InboxRemoval.Outcome {
    for name in [removal.privateName, removal.name] {
      guard let identity = try identity(of: removal, under: name, in: folder) else { continue }
      let step = InboxRemoval(
        name: removal.name, privateName: removal.privateName, identity: identity)
      let isPrivate = name == removal.privateName
      if try isWrittenOver(removal, under: name, in: folder) {
        return isPrivate ? step.givenBack(in: folder) : .kept(as: name)
      }
      return isPrivate ? step.finish(in: folder) : step.perform(in: folder)
    }
    return .gone
  }

  /// With the identity that the file has now, by which it is known again.
  private func found(
    _ stored: StoredRemoval, in folder: borrowing Descriptor
  ) throws(SystemError) -> StoredRemoval {
    var removal = stored.removal
    for name in [removal.privateName, removal.name] {
      guard let identity = try identity(of: removal, under: name, in: folder) else { continue }
      removal.identity = identity
      break
    }
    return StoredRemoval(number: stored.number, removal: removal)
  }

  /// The identity to expect under a name; nil when the name is free. A disk may have another device number after a
  /// restart, so a file of the same size and time is compared by its content.
  private func identity(
    of removal: PendingRemoval, under name: FileName, in folder: borrowing Descriptor
  ) throws(SystemError) -> FileIdentity? {
    guard let status = try status(of: name, in: folder) else { return nil }
    let found = status.identity
    guard found != removal.identity, status.kind == .regular, found.size == removal.identity.size,
      found.modified == removal.identity.modified,
      try hasDigest(removal.sha256, name, found, in: folder)
    else { return removal.identity }
    return found
  }

  /// Whether a file that looks the same is another content: nobody watched since it was recorded, and a program may
  /// have put its time back.
  private func isWrittenOver(
    _ removal: PendingRemoval, under name: FileName, in folder: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    guard let status = try status(of: name, in: folder), status.kind == .regular,
      status.identity == removal.identity
    else { return false }
    return try !hasDigest(removal.sha256, name, status.identity, in: folder)
  }

  /// What a name leads to; nil where nothing has it.
  private func status(
    of name: FileName, in folder: borrowing Descriptor
  ) throws(SystemError) -> FileStatus? {
    do throws(SystemError) { return try folder.status(of: PathBytes(name.bytes)) } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Whether the content is the one that was recorded; not, where somebody writes it just now.
  private func hasDigest(
    _ expected: Digest, _ name: FileName, _ identity: FileIdentity,
    in folder: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    var hash = SHA256()
    var bytes: [UInt8] = []
    do throws(IntakeRefusal) {
      try SteadyFile(opening: name, expecting: identity, in: folder).readToEnd {
        chunk throws(IntakeRefusal) in
        hash.update(chunk)
        if name.isSidecarName { bytes.append(contentsOf: chunk) }
      }
    } catch {
      switch error {
      case .unreadable(let error), .uncopied(let error), .passing(let error): throw error
      case .gone, .changed, .openForWriting, .tooLong, .unstored: return false
      }
    }
    guard let digest = Digest(bytes: hash.finish()) else { return false }
    // Of a sidecar the store may have kept all but the place.
    return digest == expected
      || SidecarContent(bytes: bytes, sha256: digest).kept(by: .drop).sha256 == expected
  }

  /// A private name without a row is a file whose row went with a store that was put back from a backup.
  private func giveBack(
    _ strangers: [PathBytes], in folder: borrowing Descriptor, _ finished: inout Finished
  ) {
    for name in strangers {
      let step = InboxRemoval(
        name: InboxRemoval.publicName(of: name), privateName: FileName(bytes: name.bytes),
        identity: FileIdentity(device: 0, inode: 0, size: 0, modified: 0))
      switch step.givenBack(in: folder) {
      case .kept(let name): finished.givenBack.append(name)
      case .failed(let error): finished.stuck.append((step.privateName, error))
      case .removed, .gone: break
      }
    }
  }
}
