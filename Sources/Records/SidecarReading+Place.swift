import JSON

extension SidecarReading {
  /// A name, or an object with a name, coordinates or both. What can be read is taken, and what cannot is noted.
  mutating func readPlace(_ value: JSONValue?) {
    guard let value else { return }
    if let name = value.string {
      set(.place) { $0.place = Place(name: SidecarReading.trimmed(name), coordinates: nil) }
      return
    }
    guard let object = value.object else {
      note(
        .place, .placeUnclear, "A place is a name, or an object with name and coordinates.", value)
      return
    }
    let notesBefore = sidecar.review.count
    notePlaceKeys(of: object, value)
    let name = placeName(object["name"], value)
    let coordinates = coordinates(object["latitude"], object["longitude"], value)
    if let place = Place(name: name, coordinates: coordinates) {
      set(.place) { $0.place = place }
    } else if sidecar.review.count == notesBefore,
      object.members.contains(where: { !SidecarReading.isBlank($0.value) })
    {
      // Blank parts alone are what a phone sends that may not know where it is: no place, and nothing to review.
      note(.place, .placeUnclear, "The place has neither a name nor coordinates.", value)
    }
  }

  private mutating func placeName(_ part: JSONValue?, _ whole: JSONValue) -> String? {
    guard let part, !SidecarReading.isBlank(part) else { return nil }
    guard let name = part.string else {
      note(.place, .placeUnclear, "The name of a place is a text.", whole)
      return nil
    }
    return SidecarReading.trimmed(name)
  }

  private mutating func coordinates(
    _ latitude: JSONValue?, _ longitude: JSONValue?, _ whole: JSONValue
  ) -> Coordinates? {
    let parts = [latitude, longitude]
    guard parts.contains(where: { $0.map { !SidecarReading.isBlank($0) } ?? false }) else {
      return nil
    }
    let digits = parts.map { $0.flatMap(SidecarReading.digits) }
    if let north = digits[0], let east = digits[1],
      let coordinates = Coordinates(latitude: north, longitude: east)
    {
      return coordinates
    }
    note(
      .place, .placeUnclear,
      "Coordinates are decimal degrees: latitude within 90, longitude within 180.", whole)
    return nil
  }

  private static func digits(_ value: JSONValue) -> String? {
    switch value {
    case .number(let text): text
    case .string(let text): trimmed(text)
    case .null, .bool, .array, .object: nil
    }
  }

  /// Coordinates under another name would be lost without a word.
  private mutating func notePlaceKeys(of object: JSONObject, _ whole: JSONValue) {
    for member in object.members where !SidecarReading.isBlank(member.value) {
      let meant: String
      switch member.key.lowercased() {
      case _ where ["name", "latitude", "longitude"].contains(member.key): continue
      case "name": meant = "name"
      case "lat", "latitude": meant = "latitude"
      case "lon", "lng", "long", "longitude": meant = "longitude"
      default: continue
      }
      note(
        .place, .keyMisspelt, "The key '\(member.key)' is unknown; '\(meant)' may be meant.", whole)
    }
  }
}
