import InboxWatch
import Linux
import Records
import Storage

/// Takes recorded files out of their inbox after the COMMIT, on a thread of its own, so that the next group can be
/// filed meanwhile.
actor Sweeper {
  private let executor = ThreadExecutor(name: "sweeper")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  struct Swept: Sendable {
    /// Rows that have done their work.
    var rows: [Int64] = []
    /// Those of them whose file was there, and has been taken out.
    var removed: Set<Int64> = []
    /// What the system does not let go.
    var refused: [(removal: StoredRemoval, error: SystemError)] = []
  }

  func sweep(_ removals: [(StoredRemoval, InboxFolder)]) -> Swept {
    var swept = Swept()
    for (stored, folder) in removals {
      let removal = stored.removal
      let step = InboxRemoval(
        name: removal.name, privateName: removal.privateName, identity: removal.identity)
      switch step.perform(in: folder.descriptor) {
      case .removed:
        swept.rows.append(stored.number)
        swept.removed.insert(stored.number)
      // A newer content that has the name stays, and the watcher sees that it is another.
      case .gone, .kept: swept.rows.append(stored.number)
      case .failed(let error): swept.refused.append((stored, error))
      }
    }
    return swept
  }
}
