import JSON

extension Capture {
  /// The sidecar that would have said this: the fields that a sidecar or a person gave, and the recording they belong to.
  public func sidecar(of recording: Digest?) -> [UInt8] {
    func isGiven(_ field: Field) -> Bool { [.sidecar, .user].contains(sources[field]) }
    var object = JSONObject()
    if isGiven(.amount), let amount = fields.amount {
      object["amount"] = .string(amount.number)
      object["currency"] = .string(amount.currency.code)
    } else if isGiven(.currency), let currency = fields.currency {
      object["currency"] = .string(currency.code)
    }
    if isGiven(.tags) { object["tags"] = .array(fields.tags.map { .string($0.name) }) }
    if isGiven(.capturedAt), let moment = fields.capturedAt {
      object["captured_at"] = .string(moment.description)
    }
    if isGiven(.place), let place = fields.place {
      object["place"] = [
        "name": JSONValue(place.name), "latitude": JSONValue(place.coordinates?.latitude),
        "longitude": JSONValue(place.coordinates?.longitude),
      ]
    }
    if isGiven(.type), let type = fields.type { object["type"] = .string(type.rawValue) }
    if isGiven(.note), let note = fields.note { object["note"] = .string(note) }
    if let recording { object["sha256"] = .string(recording.description) }
    if let writerID { object["id"] = .string(writerID) }
    return JSONValue.object(object).utf8(.indented) + [UInt8(ascii: "\n")]
  }
}
