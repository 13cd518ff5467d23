import JSON

/// One sidecar as it is being read, key by key.
struct SidecarReading {
  let context: SidecarContext
  let now: Instant
  var sidecar = Sidecar()

  init(context: SidecarContext, now: Instant) {
    self.context = context
    self.now = now
  }

  mutating func read(_ object: JSONObject) {
    var values: [SidecarKey: JSONValue] = [:]
    for member in object.members {
      if let key = SidecarKey(rawValue: member.key) {
        if !SidecarReading.isBlank(member.value) { values[key] = member.value }
      } else if !SidecarReading.isBlank(member.value),
        let meant = SidecarKey.likely(for: member.key)
      {
        note(
          meant.field, .keyMisspelt,
          "The key '\(member.key)' is unknown; '\(meant.rawValue)' may be meant.",
          member.value)
      }
    }
    readMoney(values[.amount], currency: values[.currency])
    readTags(values[.tags])
    readMoment(pick(.capturedAt, .recordedAt, of: values))
    readPlace(pick(.place, .location, of: values))
    readType(values[.type])
    if let text = text(values[.note], of: .note) { set(.note) { $0.note = text } }
    readDigest(values[.sha256])
    readIdentifier(values[.id])
  }

  static func isBlank(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .string(let text): text.allSatisfy(\.isWhitespace)
    default: false
    }
  }

  /// Two names for one key: the first wins, and a difference is noted.
  private mutating func pick(
    _ first: SidecarKey, _ second: SidecarKey, of values: [SidecarKey: JSONValue]
  ) -> JSONValue? {
    if let value = values[first], let other = values[second], value != other {
      note(
        first.field, .conflict,
        "'\(first.rawValue)' and '\(second.rawValue)' differ; the first was taken.", other)
    }
    return values[first] ?? values[second]
  }

  private mutating func readMoney(_ amount: JSONValue?, currency: JSONValue?) {
    var key: Currency?
    if let currency {
      key = currency.string.flatMap { Currency(code: SidecarReading.trimmed($0)) }
      if key == nil {
        note(
          .currency, .currencyUnknown, "This is no currency code of ISO 4217, like TWD or JPY.",
          currency)
        // Money in an unknown currency is not money in ours.
        if let amount {
          note(
            .amount, .amountUnclear, "The amount stays open until its currency is known.", amount)
        }
        return
      }
    }
    switch context.amounts.read(amount ?? .null, key: key) {
    case .absent:
      if let key { set(.currency) { $0.currency = key } }
    case .money(let money, let isCurrencyGiven):
      set(.amount) {
        $0.amount = money
        $0.currency = money.currency
      }
      if isCurrencyGiven { sidecar.given.insert(.currency) }
    case .unclear(let unclear):
      note(.amount, unclear.code, unclear.message, amount ?? .null)
      // Where sign and key quarrel, neither is to be believed.
      if let key, unclear.code != .currencyAmbiguous { set(.currency) { $0.currency = key } }
    }
  }

  private mutating func readTags(_ value: JSONValue?) {
    var tags: [Tag] = []
    let notesBefore = sidecar.review.count
    switch value {
    case nil: return
    case .string(let text): for part in Tag.split(text) { add(String(part), to: &tags) }
    case .array(let items):
      for item in items {
        if let text = item.string {
          add(text, to: &tags)
        } else if item != .null {
          note(.tags, .tagRefused, "A tag is a text.", item)
        }
      }
    case .some(let other):
      note(.tags, .valueUnclear, "Tags are an array of texts, or one text with commas.", other)
      return
    }
    // An empty list is a value. A list of which nothing could be read is none, and clears no tags of a record.
    guard !tags.isEmpty || sidecar.review.count == notesBefore else { return }
    set(.tags) { $0.tags = tags.withoutRepeats }
  }

  private mutating func add(_ text: String, to tags: inout [Tag]) {
    do throws(Tag.Refusal) {
      tags.append(try Tag(text))
    } catch {
      // Blanks between commas are nothing; what shows as nothing was still written.
      if error != .blank || !text.allSatisfy(\.isWhitespace) {
        note(.tags, .tagRefused, error.description, .string(text))
      }
    }
  }

  private mutating func readMoment(_ value: JSONValue?) {
    guard let value else { return }
    guard let text = value.string else {
      note(.capturedAt, .dateUnclear, "A date is a text like 2026-11-30T12:34:56+08:00.", value)
      return
    }
    do throws(MomentReader.Unclear) {
      let reading = try MomentReader(zone: context.zone, now: now)
        .read(SidecarReading.trimmed(text))
      set(.capturedAt) { $0.capturedAt = reading.moment }
      if let warning = reading.warning { note(.capturedAt, .dateImplausible, warning, value) }
      if let doubt = reading.doubt {
        note(.capturedAt, .dateUncertain, "\(doubt) \(reading.moment) was taken.", value)
      }
    } catch { note(.capturedAt, .dateUnclear, error.message, value) }
  }

  private mutating func readType(_ value: JSONValue?) {
    guard let value else { return }
    let word = value.string.map { SidecarReading.trimmed($0).lowercased() }
    if let type = word.flatMap(TransactionType.init(rawValue:)) {
      set(.type) { $0.type = type }
    } else {
      note(.type, .typeUnknown, "The type is income or expense.", value)
    }
  }

  private mutating func readDigest(_ value: JSONValue?) {
    guard let value else { return }
    sidecar.sha256 = value.string.flatMap { Digest(SidecarReading.trimmed($0)) }
    if sidecar.sha256 == nil {
      note(.audio, .valueUnclear, "A sha256 is 64 hexadecimal digits; it was not compared.", value)
    }
  }

  private mutating func readIdentifier(_ value: JSONValue?) {
    if case .number(let text) = value {
      sidecar.writerID = text
    } else {
      sidecar.writerID = text(value, of: .id)
    }
    if sidecar.writerID != nil { sidecar.given.insert(.id) }
  }

  /// A text as it stands; anything else is noted.
  private mutating func text(_ value: JSONValue?, of field: Field) -> String? {
    guard let value else { return nil }
    if let text = value.string { return text }
    note(field, .valueUnclear, "This must be a text.", value)
    return nil
  }

  mutating func set(_ field: Field, _ change: (inout RecordFields) -> Void) {
    change(&sidecar.fields)
    sidecar.given.insert(field)
  }

  mutating func note(
    _ field: Field, _ code: ReviewCode, _ message: String, _ value: JSONValue
  ) {
    sidecar.review.append(
      ReviewNote(field: field, code: code, message: message, text: value.string ?? value.text()))
  }

  static func trimmed(_ text: String) -> String {
    let inner = text.unicodeScalars.drop { $0.properties.isWhitespace }
    let kept = inner.reversed().drop { $0.properties.isWhitespace }.reversed()
    return String(String.UnicodeScalarView(kept))
  }
}
