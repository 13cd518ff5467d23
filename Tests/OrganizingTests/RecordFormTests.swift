import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

/// A form over an open quick record of Monday noon.
private func opened(
  _ fields: RecordFields, review: [ReviewNote] = [], past: [PastTransaction] = [],
  rules: OrganizingRules = OpenStore.rules
) throws -> RecordForm {
  let store = try OpenStore()
  let id = try store.capture(fields)
  var record = try #require(try store.quickRecord(id))
  record.review = review
  return RecordForm(
    .quickRecord(record), isOrganizing: true, past: past, rules: rules,
    now: OpenStore.noon)
}

private func moment(_ text: String) throws -> Moment {
  try MomentReader(zone: .fixed(8 * 3600), now: OpenStore.noon).read(text).moment
}

private func past(
  _ number: Int64, _ tags: [String], _ place: String?, _ at: String,
  type: TransactionType = .expense, coordinates: Coordinates? = nil
) throws -> PastTransaction {
  PastTransaction(
    id: RecordID(.transaction, number), tags: try tags.map { try Tag($0) },
    place: Place(name: place, coordinates: coordinates), type: type, occurredAt: try moment(at))
}

@Suite("The form: what the past suggests")
struct LikenessTests {
  private func lunch(_ tags: [String] = ["lunch"], place: Place? = nil) throws -> RecordFields {
    RecordFields(
      amount: money(12_000, "TWD"), tags: try tags.map { try Tag($0) },
      capturedAt: try moment("2026-11-30T12:34:00+08:00"), place: place)
  }

  @Test("the place and the kind come from the transaction with the same tags, and say so")
  func sameTags() throws {
    let form = try opened(
      try lunch(),
      past: [
        try past(1, ["taxi"], "Airport", "2026-11-23T12:30:00+08:00"),
        try past(2, ["lunch"], "Ice Monster", "2026-11-20T19:00:00+08:00"),
      ])
    #expect(form.fields.place?.name == "Ice Monster")
    #expect(form.origin(of: .place) == .past(RecordID(.transaction, 2)))
    #expect(form.origin(of: .kind) == .past(RecordID(.transaction, 2)))
    #expect(form.origin(of: .amount) == .record)
  }

  @Test("of several with the same tags, the same weekday and hour decide, then the first")
  func weekday() throws {
    let same = [
      try past(1, ["lunch"], "Friday", "2026-11-27T12:30:00+08:00"),
      try past(2, ["lunch"], "Monday", "2026-11-23T12:30:00+08:00"),
      try past(3, ["lunch"], "Monday evening", "2026-11-23T19:30:00+08:00"),
      try past(4, ["lunch"], "Monday again", "2026-11-16T12:30:00+08:00"),
    ]
    #expect(try opened(try lunch(), past: same).fields.place?.name == "Monday")
  }

  @Test("what was captured stays, and an amount is never taken from the past")
  func captured() throws {
    let model = try past(
      1, ["lunch", "work"], "Elsewhere", "2026-11-23T12:30:00+08:00", type: .income)
    var fields = try lunch(place: Place(name: "Ice Monster", coordinates: nil))
    fields.amount = nil
    fields.type = .expense
    let form = try opened(fields, past: [model])
    #expect(form.fields.place?.name == "Ice Monster")
    #expect(form.fields.type == .expense)
    #expect(form.fields.tags.map(\.name) == ["lunch"])
    #expect(form.fields.amount == nil)
    #expect(form.firstUnclear == .amount)
  }

  @Test(
    "a place that lies elsewhere is not suggested, and one nearby keeps the captured coordinates")
  func coordinates() throws {
    let here = try #require(Coordinates(latitude: "25.0330", longitude: "121.5654"))
    let near = try #require(Coordinates(latitude: "25.0335", longitude: "121.5650"))
    let far = try #require(Coordinates(latitude: "24.1000", longitude: "120.6000"))
    let fields = try lunch(place: Place(name: nil, coordinates: here))
    let elsewhere = try past(1, ["lunch"], "Far", "2026-11-23T12:30:00+08:00", coordinates: far)
    #expect(try opened(fields, past: [elsewhere]).fields.place?.name == nil)
    let beside = try past(2, ["taxi"], "Near", "2026-11-20T20:30:00+08:00", coordinates: near)
    let form = try opened(fields, past: [beside])
    #expect(form.fields.place == Place(name: "Near", coordinates: here))
  }

  @Test("the same weekday and hour alone suggest nothing; the same place suggests tags")
  func hourAlone() throws {
    let model = try past(
      1, ["lunch"], "Ice Monster", "2026-11-23T12:30:00+08:00", type: .income)
    let form = try opened(try lunch([]), past: [model])
    #expect(form.fields.tags.isEmpty)
    #expect(form.fields.place == nil)
    #expect(form.fields.type == .expense)
    let there = try opened(
      try lunch([], place: Place(name: "ice monster", coordinates: nil)), past: [model])
    #expect(there.fields.tags.map(\.name) == ["lunch"])
    #expect(there.origin(of: .tags) == .past(model.id))
  }
}

@Suite("The form: what is typed")
struct RecordFormTests {
  private func lunch() throws -> RecordFields {
    RecordFields(
      amount: money(12_000, "TWD"), tags: [try tag("food"), try tag("lunch")],
      capturedAt: try moment("2026-11-30T12:34:00+08:00"),
      place: Place(name: "Ice Monster", coordinates: nil))
  }

  @Test("tags are added and removed, several at once, and the field stays open")
  func tags() throws {
    var form = try opened(try lunch())
    #expect(try form.take("午餐, +work", in: .tags) == .stays)
    #expect(try form.take("-lunch", in: .tags) == .stays)
    #expect(form.fields.tags.map(\.name) == ["food", "午餐", "work"])
    #expect(try form.take("LUNCH", in: .tags) == .stays)
    #expect(form.fields.tags.map(\.name) == ["food", "lunch", "午餐", "work"])
    #expect(try form.take("", in: .tags) == .left)
    #expect(try form.take(" < ", in: .tags) == .back)
    #expect(form.origin(of: .tags) == .typed)
  }

  @Test(
    "what is refused says where it goes wrong, and changes nothing",
    arguments: [
      (RecordForm.Entry.amount, "12x0", 3), (.amount, "abc", 1), (.amount, "1.234", 2),
      (.amount, "12 50", 4), (.amount, "120.5055", 7), (.date, "2026-13-01", 7),
      (.date, "2026-02-30", 9), (.date, "2026-11-30T25:00", 13), (.date, "12:60", 4),
      (.date, "tomorrow", 1), (.tags, "food, -none", 6), (.place, "Ice 1 (99.5, 200)", 8),
      (.place, "25.1, 181", 7),
    ])
  func refused(entry: RecordForm.Entry, text: String, position: Int) throws {
    var form = try opened(try lunch())
    let before = form.changes
    #expect {
      _ = try form.take(text, in: entry)
    } throws: { error in
      (error as? RecordForm.EntryRefusal)?.position == position
    }
    #expect(form.changes == before)
    #expect(!form.isTouched)
  }

  @Test("a time alone keeps the day and the offset; a day alone is a day")
  func date() throws {
    var form = try opened(try lunch())
    #expect(try form.take("09:05", in: .date) == .done)
    #expect(form.moment?.description == "2026-11-30T09:05:00+08:00")
    #expect(try form.take("09:05:06.5", in: .date) == .done)
    #expect(form.moment?.description == "2026-11-30T09:05:06.5+08:00")
    #expect(try form.take("03:00Z", in: .date) == .done)
    #expect(form.moment?.description == "2026-11-30T03:00:00Z")
    #expect(try form.take("03:00+09", in: .date) == .done)
    #expect(form.moment?.description == "2026-11-30T03:00:00+09:00")
    #expect(try form.take("2026-11-29", in: .date) == .done)
    #expect(form.moment?.description == "2026-11-29")
  }

  @Test("an hour that clocks show twice is asked for, and not taken")
  func doubtfulHour() throws {
    // Summer time of Europe ends.
    let zone = TimeZoneRules { $0 < 1_792_890_000 ? 7200 : 3600 }
    var form = try opened(
      try lunch(),
      rules: OrganizingRules(type: .expense, amounts: OpenStore.rules.amounts, zone: zone))
    let before = form.changes
    #expect {
      _ = try form.take("2026-10-25T02:30", in: .date)
    } throws: { error in
      (error as? RecordForm.EntryRefusal)?.message.contains("Say which is meant by an offset")
        ?? false
    }
    #expect(form.changes == before)
    #expect(try form.take("2026-10-25T02:30+01:00", in: .date) == .done)
  }

  @Test(
    "a time alone is of the day's own offset, and asked for where clocks show it twice or never")
  func clockAlone() throws {
    // Central Europe.
    let zone = TimeZoneRules { (1_774_746_000..<1_792_890_000).contains($0) ? 7200 : 3600 }
    func typed(_ text: String, on captured: String) throws -> String? {
      var fields = try lunch()
      fields.capturedAt = try moment(captured)
      let note = ReviewNote(
        field: .capturedAt, code: .dateUncertain, message: "The clock fits neither.", text: nil)
      var form = try opened(
        fields, review: [note],
        rules: OrganizingRules(type: .expense, amounts: OpenStore.rules.amounts, zone: zone))
      do throws(RecordForm.EntryRefusal) {
        _ = try form.take(text, in: .date)
        #expect(form.review.isEmpty)
        return form.moment?.description
      } catch {
        #expect(error.message.contains("Say which is meant by an offset"))
        // What is refused makes nothing certain.
        #expect(form.review == [note] && form.moment?.description == captured)
        return nil
      }
    }
    let (spring, autumn) = ("2026-03-29T01:30:00+01:00", "2026-10-25T01:30:00+02:00")
    #expect(try typed("03:30", on: spring) == "2026-03-29T03:30:00+02:00")
    #expect(try typed("02:30", on: spring) == nil)
    #expect(try typed("02:30+01:00", on: spring) == "2026-03-29T02:30:00+01:00")
    // Captured in the hour that was skipped, with the offset of before.
    #expect(try typed("04:00", on: "2026-03-29T02:30:00+01:00") == "2026-03-29T04:00:00+02:00")
    #expect(try typed("03:30", on: autumn) == "2026-10-25T03:30:00+01:00")
    #expect(try typed("02:30", on: autumn) == nil)
    #expect(try typed("02:30+01:00", on: autumn) == "2026-10-25T02:30:00+01:00")
    #expect(try typed("02:30", on: "2026-10-25") == nil)
    // It was captured elsewhere, where no rules are known.
    #expect(try typed("02:30", on: "2026-03-29T01:30:00+08:00") == "2026-03-29T02:30:00+08:00")
    #expect(try typed("02:30", on: "2026-03-29T01:30:00Z") == "2026-03-29T02:30:00Z")
  }

  @Test("an amount alone is refused where the memo named a currency that nobody knows")
  func unknownCurrency() throws {
    var fields = try lunch()
    fields.amount = nil
    fields.currency = nil
    let note = ReviewNote(
      field: .currency, code: .currencyUnknown, message: "XQQ is no currency.", text: "XQQ")
    var form = try opened(fields, review: [note])
    #expect(form.firstUnclear == .amount)
    #expect {
      _ = try form.take("120", in: .amount)
    } throws: { error in
      (error as? RecordForm.EntryRefusal)?.message.contains("currency that is unclear") ?? false
    }
    #expect(form.review == [note])
    #expect(try form.take("EUR 120", in: .amount) == .done)
    #expect(form.review.isEmpty && form.fields.amount == money(12_000, "EUR"))
  }

  @Test("a dash takes a place and a note away")
  func removed() throws {
    var form = try opened(try lunch())
    _ = try form.take("with Ann", in: .note)
    _ = try form.take("-", in: .place)
    _ = try form.take("-", in: .note)
    #expect(form.fields.place == nil)
    #expect(form.fields.note == nil)
    _ = try form.take("  Bar   One ", in: .place)
    #expect(form.fields.place?.name == "Bar One")
  }

  @Test(
    "a name keeps the coordinates, and these the name; after a dash there is what is typed alone")
  func namedCoordinates() throws {
    let here = try #require(Coordinates(latitude: "25.0330", longitude: "121.5654"))
    var fields = try lunch()
    fields.place = Place(name: nil, coordinates: here)
    var unnamed = try opened(fields)
    _ = try unnamed.take("Home", in: .place)
    #expect(unnamed.fields.place == Place(name: "Home", coordinates: here))
    fields.place = Place(name: "Home", coordinates: here)
    var named = try opened(fields)
    _ = try named.take("Office", in: .place)
    #expect(named.fields.place == Place(name: "Office", coordinates: here))
    let there = try #require(Coordinates(latitude: "-25.1", longitude: "121.5"))
    _ = try named.take("-25.1, 121.5", in: .place)
    #expect(named.fields.place == Place(name: "Office", coordinates: there))
    _ = try named.take("Ice  Bar (25.0330, 121.5654)", in: .place)
    #expect(named.fields.place == Place(name: "Ice Bar", coordinates: here))
    _ = try named.take("-", in: .place)
    _ = try named.take("Office", in: .place)
    #expect(named.fields.place == Place(name: "Office", coordinates: nil))
  }

  @Test("a tag with a comma, which only a sidecar makes, is taken away as a whole")
  func commaTag() throws {
    var fields = try lunch()
    fields.tags = [try tag("a, b"), try tag("a")]
    var form = try opened(fields)
    _ = try form.take("-a, b", in: .tags)
    #expect(form.fields.tags.map(\.name) == ["a"])
    _ = try form.take("c, d", in: .tags)
    #expect(form.fields.tags.map(\.name) == ["a", "c", "d"])
  }

  @Test("a field that was unclear is opened first, and is clear once something is typed")
  func unclear() throws {
    let note = ReviewNote(
      field: .capturedAt, code: .dateUncertain, message: "The clock fits neither.", text: nil)
    var form = try opened(try lunch(), review: [note])
    #expect(form.firstUnclear == .date)
    _ = try form.take("2026-11-30T12:00", in: .date)
    #expect(form.review.isEmpty)
    #expect(form.firstUnclear == nil)
  }
}

@Suite("The form as a text")
struct TextFormTests {
  private func lunch() throws -> RecordForm {
    try opened(
      RecordFields(
        amount: money(12_000, "TWD"), tags: [try tag("food"), try tag("a, b")],
        note: "# one\ntwo", capturedAt: try moment("2026-11-30T12:34:00+08:00")))
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  @Test("it has a line for each value, and read back unchanged it changes nothing")
  func unchanged() throws {
    let form = try lunch()
    let text = TextForm(form).text
    #expect(
      lines(text) == [
        "amount: TWD 120.00", "tag: food", "tag: a, b", "date: 2026-11-30T12:34:00+08:00",
        "place:", "kind: expense", "note: # one", "note: two",
      ])
    #expect(try TextForm(form).read(text).changes == form.changes)
    #expect(try !TextForm(form).read(text).isTouched)
  }

  @Test("only what was changed is taken")
  func changed() throws {
    let form = try lunch()
    let text = TextForm(form).text
      .replacing("tag: food\n", with: "tag: dinner\n").replacing("place:", with: "place: Bar")
      .replacing("note: two\n", with: "")
    let changed = try TextForm(form).read(text)
    #expect(changed.fields.tags.map(\.name) == ["a, b", "dinner"])
    #expect(changed.fields.place?.name == "Bar")
    #expect(changed.fields.note == "# one")
    #expect(changed.changes.amount == nil)
    #expect(changed.changes.at == nil)
  }

  @Test(
    "coordinates stand behind the name: what is changed is the one or the other, and what is gone is gone"
  )
  func coordinates() throws {
    let here = try #require(Coordinates(latitude: "25", longitude: "121"))
    let form = try opened(
      RecordFields(
        amount: money(1, "TWD"), place: Place(name: "Ice 1 (2)", coordinates: here)))
    let text = TextForm(form).text
    #expect(lines(text).contains("place: Ice 1 (2) (25, 121)"))
    func place(_ line: String) throws -> Place? {
      try TextForm(form).read(text.replacing("place: Ice 1 (2) (25, 121)", with: line)).fields.place
    }
    #expect(try place("place: Bar (25, 121)") == Place(name: "Bar", coordinates: here))
    #expect(try place("place: Bar") == Place(name: "Bar", coordinates: nil))
    #expect(try place("place: (25, 121)") == Place(name: nil, coordinates: here))
    #expect(try place("place:") == nil)
    #expect(throws: TextForm.Fault.self) { try place("place: Bar (95, 121)") }
  }

  @Test("tags with commas go through unharmed, whatever else is changed")
  func commaTags() throws {
    let text = TextForm(try lunch()).text.replacing("tag: food", with: "tag: dinner, late")
    #expect(
      try TextForm(try lunch()).read(text).fields.tags.map(\.name) == ["a, b", "dinner", "late"])
  }

  @Test(
    "a fault names its line, which the text then marks once",
    arguments: [
      ("amount: TWD 120.00", "amount: 12x"), ("amount: TWD 120.00", "amount:"),
      ("date: 2026", "date: x2026"), ("tag: food", "tga: food"), ("kind: expense", "kind: gift"),
    ])
  func fault(before: String, after: String) throws {
    let text = TextForm(try lunch()).text.replacing(before, with: after)
    var fault: TextForm.Fault?
    let form = TextForm(try lunch())
    do throws(TextForm.Fault) { _ = try form.read(text) } catch { fault = error }
    let found = try #require(fault)
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(all[found.line - 1].hasPrefix(after))
    let marked = TextForm.text(text, marking: found)
    let again = TextForm.text(
      marked, marking: TextForm.Fault(line: found.line + 1, message: "Still wrong."))
    let marks = again.split(separator: "\n").filter { $0.hasPrefix("#!! ") }
    #expect(marks == ["#!! Still wrong."])
    #expect(lines(again) == lines(text))
  }
}
