import JSON

extension PlaceRule {
  /// The bytes of a sidecar as they are kept: without the place, and whatever else it says of coordinates. Unknown keys
  /// stay otherwise. One that says nothing of a place stays byte for byte; taking it out twice changes nothing more.
  ///
  /// In bytes that are no readable sidecar the digits of coordinates become `x`, and all else stays where it is.
  public func sidecar(_ bytes: [UInt8]) -> [UInt8] {
    guard self == .drop else { return bytes }
    guard let object = try? JSONReader.read(bytes).object else { return BrokenSidecar.blanked(bytes) }
    let rest = withoutPlace(object, isWhole: true)
    return rest == object ? bytes : JSONValue.object(rest).utf8(.indented) + [UInt8(ascii: "\n")]
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
    // UTF-16, as some shells write it, is ASCII with zeros between.
    let places = bytes.indices.filter { bytes[$0] != 0 }
    let text = places.count == bytes.count ? bytes : places.map { bytes[$0] }
    let ranges = WrittenPoints(in: text).ranges + keyed(in: text)
    guard places.count < bytes.count else { return Records.blanked(bytes, at: ranges) }
    return Records.blanked(
      bytes, at: ranges.flatMap { $0.map { places[$0]..<places[$0] + 1 } })
  }

  /// Each number behind a key of coordinates: `"latitude": 25.03`.
  private static func keyed(in bytes: [UInt8]) -> [Range<Int>] {
    WrittenNumber.all(in: bytes).compactMap { number in
      guard let number else { return nil }
      let before = bytes[..<number.range.lowerBound]
      let marks = before.reversed().prefix { marksOfValue.contains($0) }
      guard marks.count <= 16, marks.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") })
      else { return nil }
      let key = before.dropLast(marks.count).reversed()
        .prefix { WrittenNumber.isLetter($0) || $0 == UInt8(ascii: "_") }
      let name = CoordinateKey.plain(String(decoding: key.reversed(), as: UTF8.self))
      return CoordinateKey.names.contains(name) ? number.range : nil
    }
  }

  private static let marksOfValue = Set(" \t\r\n\"':=[({+-".utf8)
}

extension JSONValue {
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
