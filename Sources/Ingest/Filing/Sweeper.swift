import InboxWatch
import Linux
import Records
import Storage

/// Takes recorded files out of their inbox after the COMMIT, on a thread of its own, so that the next group can be
/// filed meanwhile.
actor Sweeper {
  private let executor = ThreadExecutor(name: "sweeper")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let shared: SharedFiles

  init(shared: SharedFiles) { self.shared = shared }

  struct Swept: Sendable {
    /// Rows that have done their work.
    var rows: [Int64] = []
    /// What the system does not let go.
    var refused: [(removal: StoredRemoval, error: SystemError)] = []
    /// Recordings in the archive that a writer may get at.
    var exposed: [(removal: StoredRemoval, error: StoreError)] = []
  }

  func sweep(_ removals: [(StoredRemoval, InboxFolder)]) -> Swept {
    var swept = Swept()
    for (stored, folder) in removals {
      let removal = stored.removal
      let step = InboxRemoval(
        name: removal.name, privateName: removal.privateName, identity: removal.identity)
      switch perform(step, of: stored, in: folder, &swept) {
      // A newer content that has the name stays, and the watcher sees that it is another.
      case .removed, .gone, .kept: swept.rows.append(stored.number)
      case .failed(let error): swept.refused.append((stored, error))
      }
    }
    return swept
  }

  private func perform(
    _ step: InboxRemoval, of stored: StoredRemoval, in folder: InboxFolder, _ swept: inout Swept
  ) -> InboxRemoval.Outcome {
    do throws(StoreError) {
      // Held until it is unlinked.
      if let taken = try shared.settle(step.privateName) {
        return withExtendedLifetime(taken) { step.finish(in: folder.descriptor) }
      }
    } catch { swept.exposed.append((stored, error)) }
    return step.perform(in: folder.descriptor)
  }
}
