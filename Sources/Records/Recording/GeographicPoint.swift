/// A point as ISO 6709, annex H, writes it and recordings carry it: `+25.0330+121.5654/`,
/// `-33.8688+151.2093+010.000CRSWGS_84/`; also in degrees and minutes (`+4043.200-07400.500/`) or degrees, minutes and
/// seconds, which become decimal degrees. The height is not kept.
public struct GeographicPoint: Hashable, Sendable {
  public let coordinates: Coordinates

  /// Nil unless the whole text is such a point.
  public init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let latitude = Angle(&rest, degreeDigits: 2),
      let longitude = Angle(&rest, degreeDigits: 3), GeographicPoint.isRest(rest),
      let coordinates = Coordinates(latitude: latitude.degrees, longitude: longitude.degrees)
    else { return nil }
    self.coordinates = coordinates
  }

  /// The first point in the name of a file, in degrees with decimals alone, since names cannot hold the closing slash and
  /// hold many other numbers.
  public init?(in name: FileName) {
    guard let found = GeographicPoint.first(in: name.bytes) else { return nil }
    self = found.point
  }

  /// With where it stands. It may follow a clock or a day at once; the dash before the day of a date is no sign.
  static func first(in bytes: [UInt8]) -> (point: GeographicPoint, range: Range<Int>)? {
    for start in bytes.indices where !isDashOfDate(start, in: bytes) {
      var rest = bytes[start...]
      guard let latitude = Angle(&rest, degreeDigits: 2), latitude.isDecimal,
        let longitude = Angle(&rest, degreeDigits: 3), longitude.isDecimal,
        let coordinates = Coordinates(latitude: latitude.degrees, longitude: longitude.degrees)
      else { continue }
      return (GeographicPoint(coordinates: coordinates), start..<rest.startIndex)
    }
    return nil
  }

  private init(coordinates: Coordinates) { self.coordinates = coordinates }

  /// The second one of `2026-11-30`.
  private static func isDashOfDate(_ index: Int, in bytes: [UInt8]) -> Bool {
    guard index >= 7 else { return false }
    let before = Array(bytes[index - 7..<index])
    return before[4] == UInt8(ascii: "-")
      && (before[..<4] + before[5...]).allSatisfy(Angle.isDigit)
  }

  /// Nobody records on the equator south of Ghana: it is what is written where the place is not known.
  public var isOrigin: Bool {
    ![coordinates.latitude, coordinates.longitude].contains {
      $0.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
  }

  /// A height, a reference system and the closing slash, none of which must be there.
  private static func isRest(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    if rest.last == UInt8(ascii: "/") { rest.removeLast() }
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      let height = rest.dropFirst().prefix { Angle.isDigit($0) || $0 == UInt8(ascii: ".") }
      guard height.first.map(Angle.isDigit) ?? false,
        height.count(where: { $0 == UInt8(ascii: ".") }) < 2
      else { return false }
      rest = rest[height.endIndex...]
    }
    return rest.isEmpty || rest.elementsEqual("CRSWGS_84".utf8)
  }
}

/// One of the two angles of a point.
private struct Angle {
  /// Decimal, with its sign.
  let degrees: String
  /// Written in degrees, with a fraction.
  let isDecimal: Bool

  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// Takes an angle off the front. So many digits are degrees; two more are minutes, and again two seconds.
  init?(_ rest: inout ArraySlice<UInt8>, degreeDigits: Int) {
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let whole = rest.dropFirst().prefix(while: Angle.isDigit)
    var fraction: ArraySlice<UInt8> = []
    rest = rest[whole.endIndex...]
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: Angle.isDigit)
      guard !fraction.isEmpty, fraction.count <= 12 else { return nil }
      rest = rest[fraction.endIndex...]
    }
    let prefix = sign == UInt8(ascii: "-") ? "-" : ""
    let extra = whole.count - degreeDigits
    isDecimal = extra == 0 && !fraction.isEmpty
    switch extra {
    case 0:
      let part = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
      degrees = prefix + String(decoding: whole, as: UTF8.self) + part
    case 2, 4:
      let parts = whole.dropFirst(degreeDigits)
      guard Angle.number(parts.prefix(2)) < 60, Angle.number(parts.suffix(2)) < 60 else {
        return nil
      }
      // In minutes or seconds: sixty or 3,600 of them are a degree.
      var small = Angle.number(parts.prefix(2))
      if extra == 4 { small = small * 60 + Angle.number(parts.suffix(2)) }
      for digit in fraction { small = small * 10 + Int128(digit) - 48 }
      let divisor = (extra == 2 ? 60 : 3600) * Angle.powerOfTen(fraction.count)
      let digits = fraction.count + extra + 1
      let scaled = (small * Angle.powerOfTen(digits) * 2 + divisor) / (2 * divisor)
      let all = Angle.number(whole.prefix(degreeDigits)) * Angle.powerOfTen(digits) + scaled
      degrees = prefix + Angle.decimal(all, digits: digits)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int128 {
    digits.reduce(0) { $0 * 10 + Int128($1) - 48 }
  }

  private static func powerOfTen(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// Without zeros at the end.
  private static func decimal(_ value: Int128, digits: Int) -> String {
    let fraction = String(value % powerOfTen(digits))
    var text = String(repeating: "0", count: digits - fraction.count) + fraction
    while text.hasSuffix("0") { text.removeLast() }
    return "\(value / powerOfTen(digits))" + (text.isEmpty ? "" : "." + text)
  }
}
