/// Two angles beside each other, one with N or S and one with E or W, the letter before or behind: `25 1.98 N, 121 33.92 E`,
/// `N25 1.98 E121 33.92`, and as receivers write them, `2501.98,N,12133.92,E`. Each has a fraction or minutes: `2 N, 3 E`
/// are none.
enum HemispherePairs {
  static func forEach(in bytes: [UInt8], _ body: (Range<Int>) -> Void) {
    for start in bytes.indices where isStart(start, in: bytes) {
      guard let first = Angle(at: start, in: bytes) else { continue }
      let gap = bytes[first.end...].prefix(8).prefix {
        !WrittenNumber.isDigit($0) && !WrittenNumber.isLetter($0)
      }
      guard gap.endIndex < bytes.count, let second = Angle(at: gap.endIndex, in: bytes),
        first.isNorthSouth != second.isNorthSouth, first.isLetterFirst == second.isLetterFirst
      else { continue }
      body(start..<second.end)
    }
  }

  /// Where a number or a letter of its own begins.
  private static func isStart(_ index: Int, in bytes: [UInt8]) -> Bool {
    guard WrittenNumber.isDigit(bytes[index]) || Angle.isHemisphere(bytes[index]) else {
      return false
    }
    guard index > 0 else { return true }
    let before = bytes[index - 1]
    return !WrittenNumber.isDigit(before) && !WrittenNumber.isLetter(before)
      && before != UInt8(ascii: ".")
  }
}

/// One of the two.
private struct Angle {
  let isNorthSouth: Bool
  let isLetterFirst: Bool
  let end: Int

  static func isHemisphere(_ byte: UInt8) -> Bool { "nsew".utf8.contains(byte | 0x20) }

  init?(at start: Int, in bytes: [UInt8]) {
    var index = start
    var letter: UInt8?
    if Angle.isHemisphere(bytes[index]) {
      letter = bytes[index] | 0x20
      index = Angle.skip(Angle.marks, from: index + 1, in: bytes)
    }
    isLetterFirst = letter != nil
    var parts: [(whole: Int, fraction: Int)] = []
    while parts.count < 3, parts.last?.fraction ?? 0 == 0 {
      let next = parts.isEmpty ? index : Angle.skip(Angle.marks, from: index, in: bytes)
      let whole = Angle.digits(from: next, in: bytes)
      guard whole > next, whole - next <= 5, parts.isEmpty || next > index else { break }
      index = whole
      if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
        let fraction = Angle.digits(from: index + 1, in: bytes)
        if fraction > index + 1 { index = fraction }
      }
      parts.append((Angle.number(bytes[next..<whole]), max(index - whole - 1, 0)))
    }
    if letter == nil {
      let next = Angle.skip(Angle.marks + [UInt8(ascii: ",")], from: index, in: bytes)
      guard next < bytes.count, Angle.isHemisphere(bytes[next]),
        next + 1 == bytes.count || !WrittenNumber.isLetter(bytes[next + 1])
      else { return nil }
      letter = bytes[next] | 0x20
      index = next + 1
    }
    isNorthSouth = letter == UInt8(ascii: "n") || letter == UInt8(ascii: "s")
    end = index
    guard let degrees = parts.first, let last = parts.last, parts.count > 1 || last.fraction > 0,
      parts.dropFirst().allSatisfy({ $0.whole < 60 })
    else { return nil }
    let most = isNorthSouth ? 90 : 180
    // Degrees and minutes in one, as `2501.98`.
    guard degrees.whole <= most || parts.count == 1 && degrees.whole < most * 100 + 60 else {
      return nil
    }
  }

  private static let marks = Array(" \t:'\"-".utf8)

  /// Past a few marks.
  private static func skip(_ marks: [UInt8], from start: Int, in bytes: [UInt8]) -> Int {
    guard start < bytes.count else { return bytes.count }
    return bytes[start...].prefix(3).prefix(while: marks.contains).endIndex
  }

  /// Where a run of digits ends; looks no further than no number goes.
  private static func digits(from start: Int, in bytes: [UInt8]) -> Int {
    guard start < bytes.count else { return bytes.count }
    return bytes[start...].prefix(20).prefix(while: WrittenNumber.isDigit).endIndex
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }
}
