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
    guard let north = Coordinates.decimal(latitude, within: 90),
      let east = Coordinates.decimal(longitude, within: 180)
    else { return nil }
    self.latitude = north
    self.longitude = east
  }

  private static func decimal(_ text: some StringProtocol, within limit: Int) -> String? {
    var digits = text[...]
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, digits.utf8.count <= 40,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let degrees = Int(whole), degrees <= limit
    else { return nil }
    let fraction = parts.count > 1 ? parts[1] : ""
    guard degrees < limit || fraction.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) else {
      return nil
    }
    let text = String(degrees) + (fraction.isEmpty ? "" : "." + fraction)
    return (isNegative ? "-" : "") + text
  }
}
