import Linux
import Storage

/// Makes the contents of recordings durable before anything names them (invariant 2), on a thread of its own, since
/// fdatasync(2) waits for the disk: the group before is filed meanwhile.
///
/// Each file by itself, which touches nothing else of the disk: a syncfs(2) would wait for everything that any program
/// has written. The writing has begun when the recording was taken.
actor Synchronizer {
  private let executor = ThreadExecutor(name: "synchronizer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func synchronize(_ group: [ExaminedMemo]) -> [Result<DurableMemo, StoreError>] {
    group.map { memo in Result { () throws(StoreError) in try DurableMemo(synchronizing: memo) } }
  }
}

/// A judged memo whose recordings are on the disk, though under no lasting name yet.
struct DurableMemo: Sendable {
  let memo: ExaminedMemo

  fileprivate init(synchronizing memo: ExaminedMemo) throws(StoreError) {
    for recording in memo.recordings {
      let result = recording.draft.withLock { draft in
        Result { () throws(StoreError) in try draft.synchronizeData() }
      }
      try result.get()
    }
    self.memo = memo
  }
}
