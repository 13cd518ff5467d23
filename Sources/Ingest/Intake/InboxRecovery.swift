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
        try folder.statusIfThere(of: PathBytes($0.bytes)) != nil
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
    guard let found = try folder.statusIfThere(of: PathBytes(name.bytes))?.identity else {
      if removal.isGone(from: device) { finished.rows.append(stored.number) }
      return
    }
    finished.rows.append(stored.number)
    guard try found == identity(of: removal, under: name, in: folder),
      try !removal.isWrittenOver(under: name, in: folder)
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
      if try removal.isWrittenOver(under: name, in: folder) {
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
    guard let status = try folder.statusIfThere(of: PathBytes(name.bytes)) else { return nil }
    let found = status.identity
    guard found != removal.identity, status.kind == .regular, found.size == removal.identity.size,
      found.modified == removal.identity.modified,
      try removal.isContent(of: name, found, in: folder)
    else { return removal.identity }
    return found
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
