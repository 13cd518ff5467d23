import CommandLineTool
import Organizing
import Records
import Text

/// The fields that options give, read as strictly as those of a sidecar: what is unclear is refused with the reason.
struct GivenFields {
  let context: Context

  func changes() throws(Failure) -> FieldChanges {
    let arguments = context.arguments
    var changes = FieldChanges()
    changes.type = arguments.value("--type").flatMap(TransactionType.init(rawValue:))
    changes.at = try arguments.value("--at").map { text throws(Failure) in try moment(text) }
    try setPlace(in: &changes)
    changes.note = arguments.value("--note")
    for word in arguments.values("--tag") {
      let change = SignedWord(word)
      if change?.isAdded == false {
        changes.removeTags.append(try tag(change?.text ?? word))
      } else {
        changes.addTags.append(try newTag(change?.text ?? word))
      }
    }
    try requireAgreement(of: changes)
    changes.amount = arguments.value("--amount")
    changes.currency = try currency()
    changes.refund = try refund()
    for word in arguments.values("--clear-note") {
      guard let code = ReviewCode(rawValue: word) else {
        throw Failure(
          .usage, "usage", "'\(word.visible)' is no code of a note, like truncated.",
          hint: "'mm-organize show' names those that a record has.")
      }
      changes.clearNotes.insert(code)
    }
    return changes
  }

  private func refund() throws(Failure) -> RefundChange? {
    let isWithdrawn = context.arguments.has("--no-refund")
    guard let word = context.arguments.value("--refund-of") else {
      return isWithdrawn ? .withdrawn : nil
    }
    guard !isWithdrawn else {
      throw Failure(.usage, "usage", "It is a refund or none: --refund-of or --no-refund.")
    }
    return try context.ids([.transaction], of: [word]).first.map { .of($0) }
  }

  private func setPlace(in changes: inout FieldChanges) throws(Failure) {
    let place = try context.arguments.value("--place").map { text throws(Failure) in
      try self.place(text)
    }
    let coordinates = try coordinates()
    changes.removesCoordinates = context.arguments.has("--no-coordinates")
    changes.placeName = place?.name
    changes.coordinates = coordinates ?? place?.coordinates
    guard coordinates == nil || place?.coordinates == nil else {
      throw Failure(.usage, "usage", "There are coordinates in --place, and --lat and --lon, too.")
    }
    guard changes.coordinates == nil || !changes.removesCoordinates else {
      throw Failure(
        .usage, "usage", "It has coordinates or none: some are given, and --no-coordinates.")
    }
  }

  private func place(_ text: String) throws(Failure) -> TypedPlace {
    guard !text.allSatisfy(\.isWhitespace) else {
      throw Failure(.badData, "place-unclear", "A place needs a name.")
    }
    do throws(TypedPlace.Refusal) { return try TypedPlace(text) } catch {
      throw Failure(
        .badData, "place-unclear",
        "'\(text.visible)': \(error.message) (at character \(error.position))")
    }
  }

  /// A name and nothing else.
  func placeName(_ text: String) throws(Failure) -> String {
    let place = try place(text)
    guard let name = place.name, place.coordinates == nil else {
      throw Failure(
        .badData, "place-unclear", "'\(text.visible)' says coordinates, and a name is meant here.",
        hint: "Coordinates are changed by 'mm-organize edit' with --lat and --lon.")
    }
    return name
  }

  func currency() throws(Failure) -> Currency? {
    try context.arguments.value("--currency").map { code throws(Failure) in try currency(code) }
  }

  func currency(_ code: String) throws(Failure) -> Currency {
    guard let currency = Currency(code: code) else {
      throw Failure(
        .badData, "currency-unknown",
        "'\(code.visible)' is no currency code of ISO 4217, like TWD or JPY.")
    }
    return currency
  }

  /// A bound of a query.
  func amount(_ text: String, currency: Currency?) throws(Failure) -> Money {
    var changes = FieldChanges()
    changes.amount = text
    changes.currency = currency
    do throws(FieldRefusal) {
      let fields = try changes.applied(
        to: RecordFields(), sources: [:], amounts: context.rules.amounts
      ).fields
      guard let amount = fields.amount else { preconditionFailure("a given amount is set") }
      return amount
    } catch { throw Failure(error) }
  }

  func tag(_ text: some StringProtocol) throws(Failure) -> Tag {
    do throws(Tag.Refusal) { return try Tag(text) } catch {
      throw Failure(.badData, "tag-refused", "'\(String(text).visible)': \(error.description)")
    }
  }

  /// One that a record is to have. With a comma in it, it would be several wherever tags are listed.
  func newTag(_ text: some StringProtocol) throws(Failure) -> Tag {
    guard let position = Tag.comma(in: text) else { return try tag(text) }
    throw Failure(
      .badData, "tag-refused",
      "'\(String(text).visible)': A tag holds no comma, which stands between tags (at character \(position)).",
      hint: "Give each tag by itself, with a space between them.")
  }

  /// No tag is both added and taken away.
  func requireAgreement(of changes: FieldChanges) throws(Failure) {
    guard let both = changes.addTags.first(where: changes.removeTags.contains) else { return }
    throw Failure(
      .usage, "usage",
      "The tag '\(both.name.visible)' is to be added and to be taken away: say one of them.")
  }

  private func moment(_ text: String) throws(Failure) -> Moment {
    let reading: MomentReader.Reading
    do throws(MomentReader.Unclear) {
      reading = try MomentReader(zone: context.zone, now: context.now).read(text)
    } catch {
      throw Failure(.badData, "date-unclear", "'\(text.visible)': \(error.message)")
    }
    guard let question = reading.question else { return reading.moment }
    throw Failure(.badData, "date-unclear", "'\(text.visible)': \(question)")
  }

  private func coordinates() throws(Failure) -> Coordinates? {
    switch (context.arguments.value("--lat"), context.arguments.value("--lon")) {
    case (nil, nil): return nil
    case (let latitude?, let longitude?):
      guard let coordinates = Coordinates(typedLatitude: latitude, longitude: longitude) else {
        throw Failure(
          .badData, "place-unclear",
          "Coordinates are decimal degrees: latitude within 90, longitude within 180.")
      }
      return coordinates
    default: throw Failure(.usage, "usage", "The options --lat and --lon go together.")
    }
  }
}
