import Records
import Storage

/// The suspects of earlier runs, in the order in which they are to be tried again: what the daemon died on last comes
/// last. So one that ends the daemon each time has let all others go before it, from the second time on.
struct SuspectTurns: Sendable {
  private let turns: [Digest: Int]

  /// From 1 on; nil for what is no suspect.
  func turn(of digest: Digest) -> Int? { turns[digest] }

  init(_ inOrder: [Digest]) {
    turns = Dictionary(
      zip(inOrder, 1...), uniquingKeysWith: { first, _ in first })
  }

  /// What the store knows, and what was in hand when the daemon died: that becomes a suspect, to be remembered until it
  /// has ended.
  nonisolated(nonsending) init(_ filer: Filer, _ inHand: ContentsInHand) async throws(StoreError) {
    var unremembered: [Digest] = []
    do throws(StoreError) {
      try await filer.suspect(inHand.left)
      inHand.forgetLeft()
    } catch {
      // A full disk, say, is no reason not to start; the file keeps them for the next time.
      unremembered = inHand.left
    }
    self.init(try await filer.suspects().map(\.sha256) + unremembered)
  }
}
