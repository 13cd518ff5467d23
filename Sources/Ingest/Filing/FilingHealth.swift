import InboxWatch

/// When the memos that wait for the store need not wait out their own time: it has begun to take again what it did not
/// take. A memo that fails among others that are taken says nothing of them.
struct FilingHealth {
  /// Whether the store takes nothing at all.
  private var isFailing = false
  /// The files of memos that failed by themselves.
  private var failed: Set<[InboxFile]> = []
  private var recovered = false

  /// Beyond this some of those are forgotten.
  private static let most = 10_000

  /// A whole group was not taken.
  mutating func noteFailure() { isFailing = true }

  /// A group was taken, but for those memos that failed by themselves.
  mutating func note(_ memos: some Sequence<(files: [InboxFile], hasFailed: Bool)>) {
    if isFailing { recovered = true }
    isFailing = false
    for memo in memos {
      if memo.hasFailed {
        if failed.count >= FilingHealth.most { failed = [] }
        failed.insert(memo.files)
      } else if failed.remove(memo.files) != nil {
        // What held it back may have held others.
        recovered = true
      }
    }
  }

  /// Whether it has recovered since this was asked last.
  mutating func hasRecovered() -> Bool {
    defer { recovered = false }
    return recovered
  }
}
