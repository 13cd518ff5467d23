/// Where a text or a name says coordinates, by how they are written: as ISO 6709 does (`+25.0330+121.5654`), as two
/// decimal numbers of degrees beside each other (`25.0330, 121.5654`, `lat=25.03&lon=121.56`), as maps do in their
/// addresses (`!3d25.0330!4d121.5654`), as an angle with a hemisphere (`25°01'58.8"N`), or as two without a sign for
/// degrees (`25 1.98 N, 121 33.92 E`).
///
/// It errs towards seeing one: two numbers below 180 with nothing but marks between them, of which one has four or more
/// decimals and the other any, are a point, whatever they were meant for. Zeros at an end are often left out.
enum WrittenPoints {
  /// Those of a text in order; they may overlap.
  static func forEach(in bytes: [UInt8], _ body: (Range<Int>) -> Void) {
    var earlier: WrittenNumber?
    // A clock and what follows it, which are a point only if that is in none with what comes next.
    var withClock: Range<Int>?
    for number in WrittenNumbers(in: bytes) {
      defer { earlier = number }
      let clock = withClock
      withClock = nil
      guard let number else {
        if let clock { body(clock) }
        continue
      }
      let start = number.range.lowerBound
      if let end = endOfAngle(number, in: bytes) ?? endOfClosedPoint(number, in: bytes) {
        body(start..<end)
      } else if isFieldOfMap(number, in: bytes) {
        body(number.range)
      }
      let point = earlier.flatMap { earlier in
        isPoint(earlier, number, in: bytes)
          ? earlier.range.lowerBound..<number.range.upperBound : nil
      }
      if let clock, point == nil { body(clock) }
      if let earlier, let point {
        if isClock(earlier, in: bytes) { withClock = point } else { body(point) }
      }
    }
    if let withClock { body(withClock) }
    HemispherePairs.forEach(in: bytes, body)
  }

  /// `!3d25.0330`, as in an address of Google Maps.
  private static func isFieldOfMap(_ number: WrittenNumber, in bytes: [UInt8]) -> Bool {
    let before = bytes[..<number.range.lowerBound].suffix(3)
    return number.fractionDigits > 0 && number.whole <= 180 && before.count == 3
      && before.first == UInt8(ascii: "!") && before.last == UInt8(ascii: "d")
      && before.dropFirst().first.map(WrittenNumber.isDigit) ?? false
  }

  private static func isPoint(
    _ first: WrittenNumber, _ second: WrittenNumber, in bytes: [UInt8]
  ) -> Bool {
    guard first.whole <= 180, second.whole <= 180, first.fractionDigits > 0,
      second.fractionDigits > 0
    else { return false }
    let gap = bytes[first.range.upperBound..<second.range.lowerBound]
    // As the name of a file is read for a place.
    if first.hasSign, second.hasSign, gap.isEmpty, first.wholeDigits == 2, second.wholeDigits == 3 {
      return true
    }
    let least = isAnnounced(first, in: bytes) ? 1 : 4
    return max(first.fractionDigits, second.fractionDigits) >= least
      && (gap.isEmpty ? second.hasSign : gap.count <= 24 && isMark(gap))
  }

  /// `12.34` soon after other digits, as behind a day.
  private static func isClock(_ number: WrittenNumber, in bytes: [UInt8]) -> Bool {
    guard number.fractionDigits == 2, !number.hasSign, number.whole < 24,
      bytes[number.range.upperBound - 2] < UInt8(ascii: "6")
    else { return false }
    return bytes[..<number.range.lowerBound].suffix(4).contains(where: WrittenNumber.isDigit)
  }

  /// Nothing but marks, spaces, hemispheres, the names of the two angles, and the `x` of `25.0330x121.5654`.
  private static func isMark(_ gap: ArraySlice<UInt8>) -> Bool {
    gap.split { !WrittenNumber.isLetter($0) }.allSatisfy { word in
      (hemispheres.contains(word[word.startIndex] | 0x20) || word.elementsEqual("x".utf8))
        && word.count == 1
        || words.contains(lowercased(word))
    }
  }

  /// Whether a word before it says that coordinates come.
  private static func isAnnounced(_ number: WrittenNumber, in bytes: [UInt8]) -> Bool {
    let before = bytes[..<number.range.lowerBound]
    let marks = before.suffix(7).reversed().prefix {
      !WrittenNumber.isLetter($0) && !WrittenNumber.isDigit($0)
    }
    guard marks.count <= 6 else { return false }
    let word = before.dropLast(marks.count).suffix(32).reversed().prefix(
      while: WrittenNumber.isLetter)
    return words.contains(lowercased(word.reversed()))
  }

  /// `25°01'58.8"N`: degrees, perhaps with minutes and seconds, and a hemisphere behind them.
  private static func endOfAngle(_ number: WrittenNumber, in bytes: [UInt8]) -> Int? {
    let rest = bytes[number.range.upperBound...]
    guard degreeSigns.contains(where: { rest.starts(with: $0) }) else { return nil }
    let angle = rest.prefix(33).prefix { !WrittenNumber.isLetter($0) && $0 != UInt8(ascii: "\n") }
    guard angle.count <= 32, angle.endIndex < bytes.count,
      hemispheres.contains(bytes[angle.endIndex] | 0x20)
    else { return nil }
    let next = angle.endIndex + 1
    guard next == bytes.count || !WrittenNumber.isLetter(bytes[next]) else { return nil }
    return next
  }

  /// ISO 6709 in any of its forms, where its closing slash tells it from other numbers.
  private static func endOfClosedPoint(_ number: WrittenNumber, in bytes: [UInt8]) -> Int? {
    guard number.hasSign else { return nil }
    let text = bytes[number.range.lowerBound...].prefix(48)
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")),
      GeographicPoint(String(decoding: text[...slash], as: UTF8.self)) != nil
    else { return nil }
    return slash + 1
  }

  private static func lowercased(_ word: some Sequence<UInt8>) -> String {
    String(decoding: word.map { $0 | 0x20 }, as: UTF8.self)
  }

  private static let hemispheres = Set("nsew".utf8)
  private static let degreeSigns = ["°", "º", "˚"].map { Array($0.utf8) }
  private static let words: Set<String> = [
    "lat", "latitude", "mlat", "lon", "lng", "long", "longitude", "mlon", "mlng", "geo", "gps",
    "ll",
    "coord", "coords", "coordinates", "location", "loc", "place", "point",
  ]
}

extension [UInt8] {
  /// Takes out the digits that say where: each becomes an `x`, so that names keep their length and one sees that something
  /// stood there.
  mutating func blankDigits(in range: Range<Int>) {
    for index in range where WrittenNumber.isDigit(self[index]) { self[index] = UInt8(ascii: "x") }
  }

  /// Without the coordinates that are written in them, whichever way they are read. Taking them out again changes nothing
  /// more.
  var withoutPoints: [UInt8] {
    var kept = self
    while true {
      let before = kept
      for reading in DigitReading.all(of: before) {
        WrittenPoints.forEach(in: reading.bytes) { reading.blankDigits(in: $0, of: &kept) }
      }
      if kept == before { return kept }
    }
  }
}
