import JSON

extension PlaceRule {
  /// The bytes of a sidecar as they are kept: without the place, and whatever else it says of coordinates. Unknown keys
  /// stay otherwise. One that says nothing of a place stays byte for byte; taking it out twice changes nothing more.
  ///
  /// In bytes that are no readable sidecar the digits of coordinates become `x`, and all else stays where it is.
  public func sidecar(_ bytes: [UInt8]) -> [UInt8] {
    guard self == .drop else { return bytes }
    guard let object = try? JSONReader.read(bytes).object else {
      return BrokenSidecar.blanked(bytes)
    }
    let rest = withoutPlace(object, isWhole: true)
    // On one line, so that a long one does not grow beyond what a sidecar may have.
    return rest == object ? bytes : JSONValue.object(rest).utf8() + [UInt8(ascii: "\n")]
  }

  private func withoutPlace(_ object: JSONObject, isWhole: Bool) -> JSONObject {
    object.compactMapValues { member in
      let key = CoordinateKey.plain(member.key)
      if isWhole, key == "place" || key == "location" { return nil }
      if CoordinateKey.names.contains(key), member.value.bool == nil { return nil }
      if text(member.key) != member.key { return nil }
      return withoutPlace(member.value)
    }
  }

  private func withoutPlace(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number: value
    case .string(let text): .string(self.text(text))
    case .object(let object): .object(withoutPlace(object, isWhole: false))
    // `[121.5654, 25.0330]`
    case .array(let items) where items.allSatisfy(\.isNumber) && text(value.text()) != value.text():
      []
    case .array(let items): .array(items.map(withoutPlace))
    }
  }
}

/// The names by which coordinates go in JSON that anybody writes.
enum CoordinateKey {
  static func plain(_ key: String) -> String {
    String(key.lowercased().filter { !"_- ".contains($0) })
  }

  static let names: Set<String> = [
    "lat", "latitude", "lon", "lng", "long", "longitude", "coordinate", "coordinates", "coord",
    "coords", "latlon", "latlng", "lonlat", "lnglat", "geo", "geolocation", "geopoint", "geohash",
    "gps", "gpslatitude", "gpslongitude", "gpscoordinates", "gpslocation", "gpsposition",
  ]
}

/// Bytes that were to be a sidecar.
private enum BrokenSidecar {
  static func blanked(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0) else { return withoutKeyedNumbers(bytes) }
    // UTF-16, as some shells write it, is ASCII with zeros between.
    var rest = withoutKeyedNumbers(bytes.filter { $0 != 0 })[...]
    return bytes.map { $0 == 0 ? 0 : rest.removeFirst() }
  }

  /// Also without each number behind a key of coordinates: `"latitude": 25.03`.
  private static func withoutKeyedNumbers(_ bytes: [UInt8]) -> [UInt8] {
    var kept = bytes.withoutPoints
    for case let number? in WrittenNumbers(in: bytes) where isKeyed(number, in: bytes) {
      kept.blankDigits(in: number.range)
    }
    return kept
  }

  private static func isKeyed(_ number: WrittenNumber, in bytes: [UInt8]) -> Bool {
    let before = bytes[..<number.range.lowerBound]
    let marks = before.suffix(17).reversed().prefix { marksOfValue.contains($0) }
    guard marks.count <= 16,
      marks.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") })
    else { return false }
    let key = before.dropLast(marks.count).suffix(32).reversed()
      .prefix { WrittenNumber.isLetter($0) || $0 == UInt8(ascii: "_") }
    return CoordinateKey.names.contains(
      CoordinateKey.plain(String(decoding: key.reversed(), as: UTF8.self)))
  }

  private static let marksOfValue = Set(" \t\r\n\"':=[({+-".utf8)
}

extension JSONValue {
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
