import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// `places near`: what is likely to be meant there.
struct PlacesNear {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let word = context.arguments.operands[0]
    let gazetteer = try context.gazetteer()
    let (here, moment) = try situation(word)
    let places = try context.read { try PlaceSuggestions($0, gazetteer: gazetteer) }
    try PlaceList(context).write(places.ranked(near: here, at: moment))
  }

  private func situation(_ word: String) throws(Failure) -> (here: Coordinates, at: Moment?) {
    let parts = word.split { ",，".contains($0) }.map { $0.filter { !$0.isWhitespace } }
    if parts.count == 2, let here = Coordinates(typedLatitude: parts[0], longitude: parts[1]) {
      let now = context.now
      return (here, .time(Timestamp(now, offset: context.zone.offset(now.seconds))))
    }
    guard RecordID(word) != nil else {
      throw Failure(
        .usage, "usage", "'\(word.visible)' is no ID, and no coordinates in decimal degrees.",
        hint: "Write it like: mm-organize places near 25.0330,121.5654")
    }
    guard let id = try context.ids(.quickRecord, .transaction).first else {
      preconditionFailure("one operand is one ID")
    }
    let (fields, moment) = try context.read { reader -> (RecordFields, Moment?) in
      if let record = try reader.quickRecord(id) {
        return (record.fields, record.fields.capturedAt)
      }
      guard let record = try reader.transaction(id) else {
        throw StoreError.refused(.noSuchRecord(id))
      }
      return (record.fields, record.occurredAt)
    }
    guard let here = fields.place?.coordinates else {
      throw Failure(
        .badData, "no-coordinates", "\(id) does not say where it was by coordinates.",
        hint: "By a name: mm-organize places search TEXT")
    }
    return (here, moment)
  }
}

/// `places search`: by a part of the name.
struct PlacesSearch {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let text = context.arguments.operands[0]
    guard !text.allSatisfy(\.isWhitespace) else {
      throw Failure(.usage, "usage", "The text is blank, and every name has that.")
    }
    let gazetteer = try context.gazetteer()
    let places = try context.read { try PlaceSuggestions($0, gazetteer: gazetteer) }
    try PlaceList(context).write(places.ranked(typed: text, .anywhere, limit: 50))
  }
}

/// Places as they are suggested, a line each.
private struct PlaceList {
  let context: Context
  init(_ context: Context) { self.context = context }

  func write(_ places: [PlaceSuggestion]) throws(Failure) {
    if context.isJSON { return try context.output.write(.array(places.map(json))) }
    guard !places.isEmpty else { return try context.output.line("No known place fits.") }
    var table = Table([.left, .right, .left, .left])
    for place in places {
      let source =
        switch place.source {
        case .past(let visits): visits.counted("time")
        case .gazetteer: "gazetteer"
        }
      table.add([
        Table.Cell(place.name.visible.cut(toWidth: 40)),
        Table.Cell(place.meters.map(distanceText) ?? ""), Table.Cell(source),
        Table.Cell(place.coordinates.map { "\($0.latitude), \($0.longitude)" } ?? ""),
      ])
    }
    for line in table.lines() { try context.output.line(line) }
  }

  private func json(_ place: PlaceSuggestion) -> JSONValue {
    var object: JSONObject = [
      "name": .string(place.name), "latitude": JSONValue(place.coordinates?.latitude),
      "longitude": JSONValue(place.coordinates?.longitude),
      "meters": place.meters.map { .integer(Int64($0.rounded())) } ?? .null,
    ]
    switch place.source {
    case .past(let visits):
      object["source"] = "past"
      object["times"] = .integer(Int64(visits))
    case .gazetteer:
      object["source"] = "gazetteer"
      object["times"] = .null
    }
    return .object(object)
  }
}
