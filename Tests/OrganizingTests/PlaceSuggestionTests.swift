import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("Places that may be meant")
struct PlaceSuggestionTests {
  private let here = Coordinates(latitude: "25.0330", longitude: "121.5654")

  private func point(_ latitude: String, _ longitude: String) throws -> Coordinates {
    try #require(Coordinates(latitude: latitude, longitude: longitude))
  }

  private func at(_ text: String) throws -> Moment {
    try MomentReader(zone: .fixed(8 * 3600), now: OpenStore.noon).read(text).moment
  }

  private func visits(
    _ name: String, _ count: Int, _ moment: String, _ latitude: String? = nil,
    _ longitude: String = "121.5654"
  ) throws -> [PlaceVisit] {
    let coordinates = latitude.flatMap { Coordinates(latitude: $0, longitude: longitude) }
    return [PlaceVisit](
      repeating: PlaceVisit(name: name, coordinates: coordinates, moment: try at(moment)),
      count: count)
  }

  @Test("distances are right: across a street, a city, the date line, the pole and the world")
  func distances() throws {
    func meters(_ one: (String, String), _ other: (String, String)) throws -> Double {
      EarthPoint(try point(one.0, one.1)).meters(to: EarthPoint(try point(other.0, other.1)))
    }
    #expect(try meters(("25.0330", "121.5654"), ("25.0330", "121.5654")) == 0)
    // A thousandth of a degree of latitude is 111.2 m.
    #expect(abs(try meters(("25.0330", "121.5654"), ("25.0340", "121.5654")) - 111.2) < 0.2)
    #expect(abs(try meters(("0", "179.9999"), ("0", "-179.9999")) - 22.24) < 0.1)
    #expect(abs(try meters(("90", "0"), ("90", "120"))) < 0.001)
    // Taipei to Paris is 9,816 km along a great circle.
    #expect(abs(try meters(("25.0330", "121.5654"), ("48.8566", "2.3522")) - 9_823_000) < 30_000)
    #expect(abs(try meters(("0", "0"), ("0", "180")) - 20_015_115) < 10)
  }

  @Test("where one is says more than how often one was elsewhere")
  func nearer() throws {
    let past =
      try visits("Office", 200, "2026-11-02T12:00+08:00", "25.0430")
      + visits("Ice Monster", 1, "2026-11-02T20:00+08:00", "25.0331")
    let found = PlaceSuggestions(past: past).ranked(
      near: here, at: try at("2026-11-30T12:00+08:00"))
    #expect(found.map(\.name) == ["Ice Monster", "Office"])
    #expect(found[1].source == .past(visits: 200))
    #expect(abs((found[0].meters ?? 0) - 11) < 1)
  }

  @Test("of places side by side the hour and the weekday decide, and then how often")
  func times() throws {
    // 2026-11-30 is a Monday, the 28th a Saturday.
    let past =
      try visits("Breakfast", 5, "2026-11-23T08:00+08:00", "25.0331")
      + visits("Dinner", 5, "2026-11-23T19:00+08:00", "25.0331")
      + visits("Weekend", 5, "2026-11-28T08:00+08:00", "25.0331")
    let places = PlaceSuggestions(past: past)
    func first(_ moment: String) throws -> [String] {
      places.ranked(near: here, at: try at(moment)).map(\.name)
    }
    #expect(try first("2026-11-30T08:30+08:00") == ["Breakfast", "Weekend", "Dinner"])
    #expect(try first("2026-11-30T20:00+08:00")[0] == "Dinner")
    #expect(try first("2026-11-28T08:30+08:00")[0] == "Weekend")
    // Round midnight the hours are near.
    #expect(
      PlaceAffinity.hour(try at("2026-11-30T23:30+08:00"), try at("2026-11-30T00:30+08:00"))
        == 0.8)
    // Nothing is known of a day without a time, nor of no moment.
    #expect(PlaceAffinity.hour(try at("2026-11-30"), try at("2026-11-30T00:30+08:00")) == 1)
    #expect(PlaceAffinity.weekday(nil, try at("2026-11-30")) == 1)
    let often =
      try visits("Once", 1, "2026-11-30T08:00+08:00")
      + visits("Often", 3, "2026-11-30T08:00+08:00")
    #expect(PlaceSuggestions(past: often).ranked().map(\.name) == ["Often", "Once"])
  }

  @Test("a name with branches stands once, with the nearest of them; one never located comes last")
  func branches() throws {
    let past =
      try visits("7-Eleven", 1, "2026-11-02T12:00+08:00", "25.0900")
      + visits("7-ELEVEN", 1, "2026-11-03T12:00+08:00", "25.0340")
      + visits("Somewhere", 50, "2026-11-03T12:00+08:00")
    let found = PlaceSuggestions(past: past).ranked(near: here)
    #expect(found.map(\.name) == ["7-ELEVEN", "Somewhere"])
    #expect(found[0].coordinates?.latitude == "25.0340")
    #expect(found[1].meters == nil)
  }

  @Test("what is typed finds names by the beginning of a word, in any letter case and normal form")
  func typed() throws {
    let past =
      try visits("Cafe\u{301} de Flore", 1, "2026-11-02", "48.8540", "2.3326")
      + visits("Ice Monster", 1, "2026-11-02") + visits("冰館 永康", 1, "2026-11-02")
    let places = PlaceSuggestions(past: past)
    #expect(places.ranked(typed: "CAF\u{C9}").map(\.name) == ["Cafe\u{301} de Flore"])
    #expect(places.ranked(typed: " mon").map(\.name) == ["Ice Monster"])
    #expect(places.ranked(typed: "永").map(\.name) == ["冰館 永康"])
    #expect(places.ranked(typed: "onster").isEmpty)
    #expect(places.ranked(typed: "onster", .anywhere).map(\.name) == ["Ice Monster"])
    // What is far off is suggested only where it is typed.
    #expect(!places.ranked(near: here).map(\.name).contains { $0.hasPrefix("Caf") })
    #expect(places.ranked(near: here, typed: "fl").count == 1)
  }

  @Test("the gazetteer comes after the past, by distance, without what the past knows")
  func gazetteer() throws {
    let gazetteer = try Gazetteer(
      Array(
        """
        Far,26.5,121.5
        Next door,25.0335,121.5654
        ice monster,25.0330,121.5654
        Door,25.0331,121.5654
        """.utf8))
    let past = try visits("Ice Monster", 1, "2026-11-02", "25.0360")
    let places = PlaceSuggestions(past: past, gazetteer: gazetteer)
    #expect(places.ranked(near: here).map(\.name) == ["Ice Monster", "Door", "Next door"])
    #expect(places.ranked(near: here, limit: 2).map(\.name) == ["Ice Monster", "Door"])
    #expect(places.ranked(typed: "far").map(\.source) == [.gazetteer])
    #expect(places.ranked().map(\.name) == ["Ice Monster"])
    #expect(places.nearest(to: try #require(here), within: 20)?.name == "ice monster")
    let nowhere = try point("-40", "0")
    #expect(places.nearest(to: nowhere) == nil)
  }

  @Test("a chosen name brings no coordinates where places are kept out of the store")
  func dropped() throws {
    let past = try visits("Ice Monster", 1, "2026-11-02", "25.0331")
    let found = try #require(PlaceSuggestions(past: past).ranked(near: here).first)
    #expect(found.place(by: .drop) == Place(name: "Ice Monster", coordinates: nil))
    #expect(found.place(by: .keep)?.coordinates?.latitude == "25.0331")
  }

  @Test("the past is that of open records and transactions; what is deleted or organised is not")
  func visits() throws {
    let book = try OpenStore()
    let place = Place(name: "A", coordinates: here)
    let first = try book.capture(
      RecordFields(amount: money(1, "TWD"), capturedAt: try at("2026-11-02"), place: place),
      recording: 1)
    let gone = try book.capture(
      RecordFields(place: Place(name: "B", coordinates: nil)), recording: 2)
    try book.capture(RecordFields(place: Place(name: nil, coordinates: here)), recording: 3)
    _ = try book.organizer.organize([first], FieldChanges())
    try book.organizer.delete([gone])
    let found = try book.store.read { try $0.placeVisits() }
    #expect(
      found == [PlaceVisit(name: "A", coordinates: here, moment: try at("2026-11-02"))])
  }
}
