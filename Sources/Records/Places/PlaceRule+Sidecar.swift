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
      // Also a key that is only taken for it: its value would stand in the note about that.
      if isWhole, key == "place" || key == "location" || SidecarKey.isTakenForPlace(member.key) {
        return nil
      }
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
    case .array(let items): .array(withoutPlace(items))
    }
  }

  /// Two neighbours may be a point together: `[121.5654, 25.0330]`, `["25.0330", "121.5654"]`.
  private func withoutPlace(_ items: [JSONValue]) -> [JSONValue] {
    let items = items.map(withoutPlace)
    let written = items.map { $0.written ?? "nothing" }
    let kept = Array(text(written.joined(separator: ", ")).utf8)
    var start = 0
    var isPoint = false
    let rest = zip(items, written).map { item, written in
      let part = String(decoding: kept[start..<start + written.utf8.count], as: UTF8.self)
      start += written.utf8.count + 2
      guard part != written else { return item }
      isPoint = true
      return item.isNumber ? .null : .string(part)
    }
    return isPoint && items.allSatisfy(\.isNumber) ? [] : rest
  }
}

extension SidecarKey {
  fileprivate static func isTakenForPlace(_ key: String) -> Bool {
    SidecarKey(rawValue: key) == nil && likely(for: key)?.field == .place
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
    "late7", "latitudee7", "lone7", "lnge7", "longe7", "longitudee7",
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
      .prefix { WrittenNumber.isLetter($0) || WrittenNumber.isDigit($0) || $0 == UInt8(ascii: "_") }
    return CoordinateKey.names.contains(
      CoordinateKey.plain(String(decoding: key.reversed(), as: UTF8.self)))
  }

  private static let marksOfValue = Set(" \t\r\n\"':=[({+-".utf8)
}

extension JSONValue {
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }

  /// What a text or a number says, a number without an exponent; nil of anything else.
  fileprivate var written: String? {
    switch self {
    case .string(let text): text
    case .number(let text): WrittenNumber.withoutExponent(text)
    case .null, .bool, .object, .array: nil
    }
  }
}
