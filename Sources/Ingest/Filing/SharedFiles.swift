import InboxWatch
import Linux
import Records
import Storage
import Synchronization

/// The inbox files that are on their way into the archive as they are, from the private name that they get before the
/// COMMIT to the end of their removal after it.
///
/// Each is held with a lease for that long, so that nobody can write to what has been hashed and recorded.
final class SharedFiles: Sendable {
  private let claimed = Mutex<[FileName: TakenRecording]>([:])
  private let hasFailed = Atomic(false)

  /// Whether files should be shared just now. After a group that failed they are copied until one succeeds, so that a memo
  /// which waits for the store does not lose and regain its name at each attempt.
  var areWelcome: Bool { !hasFailed.load(ordering: .relaxed) }

  func noteGroup(succeeded: Bool) { hasFailed.store(!succeeded, ordering: .relaxed) }

  /// Gives the file its private name, and makes sure that it is what was hashed and that nobody can write to it any more.
  /// False where it is not, and has its name back.
  func claim(_ taken: TakenRecording, in folder: InboxFolder) throws(SystemError) -> Bool {
    let name = taken.removal.privateName
    claimed.withLock { $0[name] = taken }
    let result = taken.draft.withLock { draft in
      Result { () throws(SystemError) in
        try taken.removal.claim(draft.descriptor, in: folder.descriptor)
      }
    }
    if case .success(true) = result { return true }
    claimed.withLock { $0[name] = nil }
    return try result.get()
  }

  /// Gives the name back, after a transaction that did not commit.
  func giveBack(_ taken: TakenRecording, in folder: InboxFolder) {
    // What fails here is found at the next start by its private name.
    _ = try? taken.removal.giveBack(in: folder.descriptor)
    claimed.withLock { $0[taken.removal.privateName] = nil }
  }

  /// Ends the sharing, before a file leaves the inbox for good: answers it, still held, with whatever writer has turned up
  /// all the same given the file to himself. Nil for a file that was never shared.
  func settle(_ privateName: FileName) throws(StoreError) -> TakenRecording? {
    guard let taken = claimed.withLock({ $0[privateName] }) else { return nil }
    let result = taken.draft.withLock { draft in
      Result { () throws(StoreError) in
        if draft.isShared, !draft.descriptor.hasIntactLease { try draft.separate() }
      }
    }
    claimed.withLock { $0[privateName] = nil }
    try result.get()
    return taken
  }

  /// Whether a file under this private name is being dealt with by this process.
  func contain(_ privateName: FileName) -> Bool {
    claimed.withLock { $0[privateName] != nil }
  }
}
