import Records

/// What came of an offer.
public enum Conclusion: Hashable, Sendable {
  /// Recorded, revised, set aside or found a duplicate: all its files leave the inbox. One that is still there is not
  /// offered again unless it changes.
  case taken
  /// Only the sidecars that were too many have been dealt with; the recordings of the offer go on.
  case surplusTaken
  /// Of the offer, these files were taken before: they are done with, and count no more. The others go on.
  case known(Set<FileName>)
  /// It is not what was offered: gone, replaced, or being written. Judged anew.
  case changed
  /// A file of it looks unfinished. Offered again once all its files have been unchanged for `patience`.
  case unfinished(message: String)
  /// The decoder died on it. Offered again alone and last.
  case suspect
  /// The same of an earlier run: it was being tried when the daemon died, or killed a decoder then. Left alone for a while
  /// after the start, and offered after the others of its kind whose turns come before.
  case formerSuspect(turn: Int)
  /// A fault of the world. Offered again with back-off, and when `conditionsChanged` is called.
  case fault(WaitingCode, message: String)
  /// A lone sidecar that belongs to nothing yet: it stays, and is offered again when its recording comes, now and
  /// then, and when `conditionsChanged` is called.
  case waitsForRecording
}
