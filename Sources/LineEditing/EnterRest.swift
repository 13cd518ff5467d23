/// Tells an Enter that answers what is on the screen from one that was typed before that could be seen, or that a held
/// key repeats. Times are microseconds of a clock that never goes back.
struct EnterRest {
  /// As long as this it takes to see that there is something new. A held key repeats itself more often.
  static let length: Int64 = 200_000
  /// A held key begins to repeat itself before this is over.
  static let holding: Int64 = 1_000_000
  /// Two Enters closer than this are those of a held key. The Linux console repeats every 92 ms, all else faster.
  static let repeating: Int64 = 120_000

  private var shown: Int64?
  private var last: Int64?

  /// Something new is on the screen.
  mutating func show(at now: Int64) { shown = now }

  /// How long no Enter may come before the next one counts; nil where it does.
  func left(at now: Int64) -> Int64? {
    let start = max(shown ?? .min, last ?? .min)
    guard start > .min, now - start < EnterRest.length else { return nil }
    return EnterRest.length - (now - start)
  }

  /// What an Enter is.
  enum Meaning { case answer, answerUnlessRepeated, nothing }

  /// One that comes too early makes the next one wait as well: so a held key means nothing, however long it is held.
  mutating func press(at now: Int64) -> Meaning {
    defer { last = now }
    if left(at: now) != nil { return .nothing }
    guard let last, now - last < EnterRest.holding else { return .answer }
    return .answerUnlessRepeated
  }
}
