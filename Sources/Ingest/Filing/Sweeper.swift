import InboxWatch
import Linux
import Records
import Storage

/// Takes recorded files out of their inbox after the COMMIT, on a thread of its own, so that the next group can be
/// filed meanwhile.
actor Sweeper {
  private let executor = ThreadExecutor(name: "sweeper")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let presence: StorePresence

  init(_ presence: StorePresence) { self.presence = presence }

  struct Swept: Sendable {
    /// Rows that have done their work.
    var rows: [Int64] = []
    /// Those whose file was there, and has been taken out.
    var removed: Set<Int64> = []
    /// Those whose file is not there any more, which the disk does not confirm: after a power cut it may be back.
    var unsettled: [StoredRemoval] = []
    /// What the system does not let go, or must not go now.
    var refused: [(removal: StoredRemoval, why: String)] = []
  }

  func sweep(_ removals: [(StoredRemoval, InboxFolder)]) -> Swept {
    var swept = Swept()
    guard !removals.isEmpty else { return swept }
    // What was committed to a store that is not in its place any more may be nowhere.
    do throws(StoreError) { try presence.check() } catch {
      swept.refused = removals.map { ($0.0, error.description) }
      return swept
    }
    var done: [ObjectIdentifier: (folder: InboxFolder, removals: [StoredRemoval])] = [:]
    for (stored, folder) in removals {
      let removal = stored.removal
      let step = InboxRemoval(
        name: removal.name, privateName: removal.privateName, identity: removal.identity)
      switch step.perform(in: folder.descriptor) {
      case .removed: swept.removed.insert(stored.number)
      // A newer content that has the name stays, and the watcher sees that it is another.
      case .gone, .kept: break
      case .failed(let error):
        swept.refused.append((stored, error.description))
        continue
      }
      done[ObjectIdentifier(folder), default: (folder, [])].removals.append(stored)
    }
    // Once for all of them: without its row a file that a power cut brings back would be taken for a new one (invariant
    // 3).
    for (folder, removals) in done.values {
      if (try? folder.descriptor.synchronizeNames()) != nil {
        swept.rows += removals.map(\.number)
      } else {
        swept.unsettled += removals
      }
    }
    return swept
  }
}
