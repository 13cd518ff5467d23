import Text

/// Where something happened: a name, coordinates, or both.
public struct Place: Hashable, Sendable {
  public let name: String?
  public let coordinates: Coordinates?

  /// Nil when there is neither a name nor coordinates.
  public init?(name: String?, coordinates: Coordinates?) {
    guard name != nil || coordinates != nil else { return nil }
    self.name = name
    self.coordinates = coordinates
  }

  /// By which the names of places are the same, as those of tags are: NFC and full case folding.
  public static func key(of name: some StringProtocol) -> String { name.caseFoldedNFC }
}

/// Geographic coordinates in decimal degrees (WGS 84), kept as the digits that were given, never as a float.
public struct Coordinates: Hashable, Sendable {
  public let latitude: String
  public let longitude: String

  /// Nil unless both are plain decimal numbers (`-33.8688`, `+25.0330`) within ±90 and ±180.
  public init?(latitude: some StringProtocol, longitude: some StringProtocol) {
    guard let north = Coordinates.decimal(String(latitude), within: 90),
      let east = Coordinates.decimal(String(longitude), within: 180)
    else { return nil }
    self.latitude = north
    self.longitude = east
  }

  /// By bytes: a list of places reads some 100,000 of them.
  private static func decimal(_ text: String, within limit: Int) -> String? {
    let bytes = text.utf8
    guard let first = bytes.first else { return nil }
    let hasSign = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let digits = hasSign ? bytes.dropFirst() : bytes[...]
    guard digits.count <= 40 else { return nil }
    var degrees = 0
    var wholeDigits = 0
    var fractionDigits: Int?
    var isBeyond = false
    for byte in digits {
      if byte == UInt8(ascii: "."), fractionDigits == nil {
        fractionDigits = 0
        continue
      }
      guard (48...57).contains(byte) else { return nil }
      if let count = fractionDigits {
        fractionDigits = count + 1
        isBeyond = isBeyond || (degrees == limit && byte != UInt8(ascii: "0"))
      } else {
        wholeDigits += 1
        // Beyond that it is too much anyway, whatever follows.
        degrees = min(degrees * 10 + Int(byte) - 48, 1000)
      }
    }
    guard wholeDigits > 0, fractionDigits != 0, degrees <= limit, !isBeyond else { return nil }
    let whole = String(degrees)
    if first != UInt8(ascii: "+"), whole.utf8.count == wholeDigits { return text }
    let fraction = fractionDigits.map { "." + String(text.suffix($0)) } ?? ""
    return (first == UInt8(ascii: "-") ? "-" : "") + whole + fraction
  }
}
