/// The runs of decimal digits in a text, and what stands between them. Digits of other scripts belong to a run, so that
/// none is mistaken for a shorter one, but make it unreadable.
struct DigitRuns: Sendable {
  struct Run: Sendable {
    /// Nil where a digit is not ASCII.
    let digits: [Int]?
    let count: Int
    /// From the run before, or from the start.
    let before: String
  }

  private(set) var runs: [Run] = []
  /// After the last run.
  private(set) var after = ""

  init(_ text: String) {
    var digits: [Int]? = []
    var count = 0
    var before = ""
    for scalar in text.unicodeScalars {
      guard scalar.properties.numericType == .decimal else {
        if count > 0 {
          runs.append(Run(digits: digits, count: count, before: before))
          (digits, count, before) = ([], 0, "")
        }
        before.unicodeScalars.append(scalar)
        continue
      }
      count += 1
      let isASCII = scalar.isASCII
      digits = isASCII ? digits.map { $0 + [Int(scalar.value) - 48] } : nil
    }
    if count > 0 {
      runs.append(Run(digits: digits, count: count, before: before))
    } else {
      after = before
    }
  }

  /// The value of the run, where it has exactly so many digits.
  func number(_ index: Int, digits count: Int) -> Int? {
    digits(index, count).map { $0.reduce(0) { $0 * 10 + $1 } }
  }

  /// The values of parts of the run that have these numbers of digits and fill it.
  func numbers(_ index: Int, digits widths: [Int]) -> [Int]? {
    guard var rest = digits(index, widths.reduce(0, +))?[...] else { return nil }
    return widths.map { width in
      defer { rest = rest.dropFirst(width) }
      return rest.prefix(width).reduce(0) { $0 * 10 + $1 }
    }
  }

  /// What stands before the run; nil beyond the last.
  func before(_ index: Int) -> String? {
    runs.indices.contains(index) ? runs[index].before : nil
  }

  /// What follows the run.
  func after(_ index: Int) -> String { before(index + 1) ?? after }

  private func digits(_ index: Int, _ count: Int) -> [Int]? {
    guard runs.indices.contains(index), runs[index].count == count else { return nil }
    return runs[index].digits
  }
}
