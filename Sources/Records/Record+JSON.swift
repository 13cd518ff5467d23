import JSON

extension QuickRecord {
  /// A quick record of the command line contract (`cli.md`, "JSON"): missing is null, money is text.
  public var json: JSONValue {
    var object: JSONObject = ["id": .string(id.description), "uuid": .string(uuid.description)]
    object.add(fields, day: fields.capturedAt?.day)
    object["audio"] = audio?.json ?? .null
    object["source_name"] = JSONValue(sourceName?.description)
    if let sourceName, sourceName.text == nil {
      object["source_name_base64"] = .string(base64(sourceName.bytes))
    }
    object["sources"] = sourcesJSON(sources)
    object["review"] = .array(review.map(\.json))
    object["organized"] = .bool(organized)
    object["transactions"] = .array(transactions.map { .string($0.description) })
    object["deleted"] = .bool(deleted)
    return .object(object)
  }
}

extension Transaction {
  /// A transaction of the command line contract: `day` is that of `occurred_at`.
  public var json: JSONValue {
    var object: JSONObject = ["id": .string(id.description), "uuid": .string(uuid.description)]
    object.add(fields, day: occurredAt.day)
    object["occurred_at"] = .string(occurredAt.description)
    object["audio"] = recordings.first?.json ?? .null
    object["recordings"] = .array(recordings.map(\.json))
    object["sources"] = sourcesJSON(sources)
    object["quick_records"] = ids(quickRecords)
    object["part_of"] = JSONValue(partOf?.description)
    object["parts"] = ids(parts)
    object["merged_into"] = JSONValue(mergedInto?.description)
    object["merged_from"] = ids(mergedFrom)
    object["refund_of"] = JSONValue(refundOf?.description)
    object["refunds"] = ids(refunds)
    object["deleted"] = .bool(deleted)
    return .object(object)
  }
}

private func ids(_ ids: [RecordID]) -> JSONValue { .array(ids.map { .string($0.description) }) }

extension QuarantineItem {
  /// An item of the command line contract; `at` is shown as a clock of the zone shows it.
  public func json(zone: TimeZoneRules, cure: QuarantineCure?) -> JSONValue {
    func path(_ role: Role) -> JSONValue { JSONValue(files.first { $0.role == role }?.path) }
    return [
      "id": .string(id.description), "uuid": .string(uuid.description),
      "code": .string(code.rawValue),
      "message": .string(message), "sentence": .string(code.sentence),
      "cure": JSONValue(cure?.sentence),
      "commands": .array((cure?.commands ?? []).map { .string($0) }),
      "names": .array(files.map { .string($0.name.description) }), "audio": path(.recording),
      "sidecar": path(.sidecar), "record": JSONValue(record?.description),
      "at": .string(Timestamp(at, offset: zone.offset(at.seconds)).description),
      "state": .string(state.rawValue),
      "files": .array(
        files.map { file in
          [
            "role": .string(file.role.rawValue), "name": .string(file.name.description),
            "path": .string(file.path), "bytes": .integer(file.bytes),
            "sha256": .string(file.sha256.description),
          ]
        }),
    ]
  }
}

extension ReviewNote {
  public var json: JSONValue {
    [
      "field": .string(field.rawValue), "code": .string(code.rawValue),
      "message": .string(message), "text": JSONValue(text),
    ]
  }
}

extension JSONObject {
  fileprivate mutating func add(_ fields: RecordFields, day: CalendarDay?) {
    self["amount"] = JSONValue(fields.amount?.number)
    self["currency"] = JSONValue(fields.currency?.code)
    self["tags"] = .array(fields.tags.map { .string($0.name) })
    self["type"] = JSONValue(fields.type?.rawValue)
    self["note"] = JSONValue(fields.note)
    self["captured_at"] = JSONValue(fields.capturedAt?.description)
    self["day"] = JSONValue(day?.description)
    self["place"] =
      fields.place.map { place in
        [
          "name": JSONValue(place.name), "latitude": JSONValue(place.coordinates?.latitude),
          "longitude": JSONValue(place.coordinates?.longitude),
        ]
      } ?? .null
  }
}

private func sourcesJSON(_ sources: [Field: FieldSource]) -> JSONValue {
  var object = JSONObject()
  for field in Field.allCases {
    if let source = sources[field] { object[field.rawValue] = .string(source.rawValue) }
  }
  return .object(object)
}

/// Base 64 with padding (RFC 4648, section 4).
private func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let part = bytes[start..<min(start + 3, bytes.count)]
    let bits = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
    for index in 0..<4 {
      text.append(
        index <= part.count
          ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
