/// Reads the date and clock that recorders put into the names of files: `20261130_123456.m4a`,
/// `Recording_20261130123456`, `2026-11-30 12.34.56.wav`, `Voice 261130_123456.m4a`, `PTT-20261130-WA0001.opus`.
public struct NameMomentReader: Sendable {
  public init() {}

  public enum Reading: Hashable, Sendable {
    case day(CalendarDay)
    /// A clock of no particular zone.
    case clock(CalendarDay, secondOfDay: Int)
    /// A clock that the name says to be UTC: `20261130T123456Z`.
    case zulu(CalendarDay, secondOfDay: Int)

    public var day: CalendarDay {
      switch self {
      case .day(let day), .clock(let day, _), .zulu(let day, _): day
      }
    }
  }

  /// Nil where the name has no date, or two that differ. A date beside the same date with a clock is no difference.
  public func read(_ name: FileName) -> Reading? {
    var bytes = name.bytes
    // The digits of coordinates are those of no clock: `20261130-12.3456+051.2093`.
    while let point = GeographicPoint.first(in: bytes) { bytes.blankDigits(in: point.range) }
    let runs = DigitRuns(String(decoding: bytes, as: UTF8.self))
    var found: Reading?
    var index = 0
    while index < runs.runs.count {
      guard let (reading, next) = reading(runs, at: index) else {
        index += 1
        continue
      }
      index = next
      guard let earlier = found else {
        found = reading
        continue
      }
      guard earlier.day == reading.day else { return nil }
      if case .day = reading { continue }
      if case .day = earlier { found = reading } else if earlier != reading { return nil }
    }
    return found
  }

  /// What the name says from this run on, and the first run after it.
  private func reading(_ runs: DigitRuns, at index: Int) -> (Reading, next: Int)? {
    if let parts = runs.numbers(index, digits: [4, 2, 2, 2, 2, 2]),
      let day = day(parts[0], parts[1], parts[2]),
      let second = NameClock.second(parts[3], parts[4], parts[5])
    {
      return (.clock(day, secondOfDay: second), index + 1)
    }
    if let parts = runs.numbers(index, digits: [2, 2, 2]) {
      // Too short to be a date by itself.
      guard runs.before(index + 1) == "_", let day = day(2000 + parts[0], parts[1], parts[2]),
        let clock = runs.numbers(index + 1, digits: [2, 2, 2]),
        let second = NameClock.second(clock[0], clock[1], clock[2])
      else { return nil }
      return (.clock(day, secondOfDay: second), index + 2)
    }
    guard let (day, next) = date(runs, at: index) else { return nil }
    switch NameClock(runs, at: next) {
    case .none: return (.day(day), next)
    case .impossible: return nil
    case .clock(let second, let isZulu, let next):
      return (isZulu ? .zulu(day, secondOfDay: second) : .clock(day, secondOfDay: second), next)
    }
  }

  /// `20261130`, `2026-11-30`, and `@30-11-2026` as Telegram exports.
  private func date(_ runs: DigitRuns, at index: Int) -> (CalendarDay, next: Int)? {
    if let parts = runs.numbers(index, digits: [4, 2, 2]) {
      return day(parts[0], parts[1], parts[2]).map { ($0, index + 1) }
    }
    guard let mark = runs.before(index + 1), ["-", ".", "_", ":"].contains(mark),
      runs.before(index + 2) == mark, let month = runs.number(index + 1, digits: 2)
    else { return nil }
    if let year = runs.number(index, digits: 4), let last = runs.number(index + 2, digits: 2) {
      return day(year, month, last).map { ($0, index + 3) }
    }
    if runs.before(index)?.hasSuffix("@") == true, mark == "-",
      let first = runs.number(index, digits: 2), let year = runs.number(index + 2, digits: 4)
    {
      return day(year, month, first).map { ($0, index + 3) }
    }
    return nil
  }

  private func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay? {
    (1990...2100).contains(year) ? CalendarDay(year: year, month: month, day: day) : nil
  }
}
