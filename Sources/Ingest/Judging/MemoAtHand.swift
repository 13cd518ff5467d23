import InboxWatch
import Records

/// A memo that an examiner has before it, with what its files are taken by.
struct MemoAtHand: Sendable {
  let memo: ReadyMemo
  let intake: Intake
  /// When the watcher handed it out.
  let since: ContinuousClock.Instant
  var remembered = Remembered()

  func judged(
    _ verdict: Verdict, _ recordings: [TakenRecording] = [], _ sidecars: [TakenSidecar] = [],
    mark: InHandMark? = nil
  ) -> Examination {
    .judged(
      ExaminedMemo(
        memo: memo, recordings: recordings, sidecars: sidecars, verdict: verdict,
        places: intake.places, since: since, read: intake.now, mark: mark, remembered: remembered))
  }
}
