import JSON
import Records
import SQLite

/// The columns that quick records and transactions share, in one order for reading and for writing.
enum StoredFields {
  static let columns =
    "amount, currency, type, note, captured_at, captured_instant, captured_day, place, latitude, longitude"

  static func values(of fields: RecordFields) -> [any Bindable] {
    [
      fields.amount?.minorUnits, fields.currency?.code, fields.type?.rawValue, fields.note,
      fields.capturedAt?.description, fields.capturedAt?.instant.nanoseconds,
      fields.capturedAt?.day.description, fields.place?.name,
      fields.place?.coordinates?.latitude, fields.place?.coordinates?.longitude,
    ]
  }

  /// Reads the ten columns; the tags are in a table of their own.
  static func read(_ row: inout Row) -> RecordFields {
    let amount = row.integerIfAny()
    let currency = row.textIfAny().flatMap { Currency(code: $0) }
    let type = row.textIfAny().flatMap(TransactionType.init(rawValue:))
    let note = row.textIfAny()
    let capturedAt = row.textIfAny().flatMap(Moment.init(stored:))
    _ = row.integerIfAny()
    _ = row.textIfAny()
    let place = row.textIfAny()
    let latitude = row.textIfAny()
    let longitude = row.textIfAny()
    var coordinates: Coordinates?
    if let latitude, let longitude {
      coordinates = Coordinates(latitude: latitude, longitude: longitude)
    }
    var money: Money?
    if let amount, let currency { money = Money(minorUnits: amount, currency: currency) }
    return RecordFields(
      amount: money, currency: currency, type: type, note: note, capturedAt: capturedAt,
      place: Place(name: place, coordinates: coordinates))
  }

  static func text(of sources: [Field: FieldSource]) -> String {
    var object = JSONObject()
    for field in Field.allCases {
      object[field.rawValue] = sources[field].map { .string($0.rawValue) }
    }
    return JSONValue.object(object).text()
  }

  static func text(of review: [ReviewNote]) -> String {
    JSONValue.array(
      review.map { note in
        .object([
          "field": .string(note.field.rawValue), "code": .string(note.code.rawValue),
          "message": .string(note.message), "text": JSONValue(note.text),
        ])
      }
    ).text()
  }
}

extension StoreReader {
  func sources(_ text: String) throws(StoreError) -> [Field: FieldSource] {
    guard text != "{}" else { return [:] }
    var sources: [Field: FieldSource] = [:]
    for member in try json(text).object?.members ?? [] {
      guard let field = Field(rawValue: member.key), let name = member.value.string else {
        continue
      }
      sources[field] = FieldSource(rawValue: name)
    }
    return sources
  }

  func review(_ text: String) throws(StoreError) -> [ReviewNote] {
    guard text != "[]" else { return [] }
    var notes: [ReviewNote] = []
    for item in try json(text).array ?? [] {
      guard let field = item.object?["field"]?.string.flatMap(Field.init(rawValue:)),
        let code = item.object?["code"]?.string.flatMap(ReviewCode.init(rawValue:)),
        let message = item.object?["message"]?.string
      else { continue }
      notes.append(
        ReviewNote(
          field: field, code: code, message: message, text: item.object?["text"]?.string))
    }
    return notes
  }

  /// Text that the store itself wrote, of any length.
  func json(_ text: String) throws(StoreError) -> JSONValue {
    do throws(JSONError) {
      return try JSONReader.read(Array(text.utf8), limits: JSONReader.Limits(bytes: .max))
    } catch {
      throw .damaged(path: paths.database, detail: "a row holds JSON that cannot be read")
    }
  }
}
