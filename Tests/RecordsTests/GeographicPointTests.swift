import Records
import Testing

@Suite("Points of ISO 6709")
struct GeographicPointTests {
  private func text(_ point: GeographicPoint?) -> String {
    point.map { "\($0.coordinates.latitude) \($0.coordinates.longitude)" } ?? "nothing"
  }

  @Test(
    "P10: both signs and every digit stay, and minutes and seconds become decimals",
    arguments: [
      ("+25.0330+121.5654/", "25.0330 121.5654"), ("+25.0330+121.5654", "25.0330 121.5654"),
      ("+25.0330+121.5654+010.000/", "25.0330 121.5654"),
      ("+47.7199-117.4931+522.171/", "47.7199 -117.4931"),
      ("-33.8688+151.2093/", "-33.8688 151.2093"), ("-33+151/", "-33 151"),
      ("+4043.200-07400.500/", "40.72 -74.008333"), ("-0030.000-00015.000/", "-0.5 -0.25"),
      ("+404312-0740030/", "40.72 -74.00833"), ("+90.0-180.0/", "90.0 -180.0"),
      ("+37.3318-122.0312+017.000CRSWGS_84/", "37.3318 -122.0312"),
      ("+00.0000+000.0000/", "0.0000 0.0000"),
    ])
  func points(_ written: String, _ expected: String) {
    #expect(text(GeographicPoint(written)) == expected)
  }

  @Test(
    "what is no point is none",
    arguments: [
      "", "/", "Taipei", "25.0330,121.5654", "+25.0330/", "+25.0330121.5654/", "+5.0330+121.5654/",
      "+25.0330+21.5654/", "+90.1+000.0/", "+25.0-180.1/", "+4060.0-07400.5/", "+25.+121./",
      "+25.0330+121.5654x", "+25.0330+121.5654/ ", "+25.0330+121.5654+/",
      "+25.0330+121.5654+1.2.3/",
      "+２５.0330+121.5654/", "++25.0330+121.5654/", "+25.0330+121.5654CRSmars/",
      "+25.00000000000000000001+121.5654/",
    ])
  func garbage(_ written: String) {
    #expect(GeographicPoint(written) == nil)
  }

  @Test("In a name only the plain form is one")
  func names() {
    func point(_ name: String) -> String { text(GeographicPoint(in: FileName(name))) }
    #expect(point("memo+25.0330+121.5654.m4a") == "25.0330 121.5654")
    #expect(point("20261130_123456 -33.8688+151.2093.3gp") == "-33.8688 151.2093")
    for name in [
      "2026-11-30-123.m4a", "+25+121.m4a", "+886-912-345.wav", "+95.5+121.5.wav", "+.wav",
      "2026-11-30.5-120.5.wav",
    ] {
      #expect(point(name) == "nothing")
    }
  }

  @Test(
    "Coordinates right behind a clock or a day are taken, and give neither a clock",
    arguments: [
      ("20261130_123456+25.0330+121.5654.wav", "25.0330 121.5654", "2026-11-30 45296"),
      ("20261130_123456-33.8688+151.2093.wav", "-33.8688 151.2093", "2026-11-30 45296"),
      ("20261130123456+25.0330+121.5654.wav", "25.0330 121.5654", "2026-11-30 45296"),
      ("Voice 261130_123456+25.0330+121.5654.m4a", "25.0330 121.5654", "2026-11-30 45296"),
      ("2026-11-30 12.34.56+25.0330+121.5654.wav", "25.0330 121.5654", "2026-11-30 45296"),
      ("2026-11-30 12.34.56-33.8688+151.2093.wav", "-33.8688 151.2093", "2026-11-30 45296"),
      ("2026-11-30 12.34+25.0330+121.5654.wav", "25.0330 121.5654", "2026-11-30 45240"),
      ("2026-11-30 12.34.56 PM+25.0330+121.5654.wav", "25.0330 121.5654", "2026-11-30 45296"),
      ("20261130+25.0330+121.5654.wav", "25.0330 121.5654", "2026-11-30"),
      ("2026-11-30-33.8688+151.2093.wav", "-33.8688 151.2093", "2026-11-30"),
      ("2026-11-30-12.34+051.20.wav", "-12.34 51.20", "2026-11-30"),
      ("20261130-12.34-051.20.wav", "-12.34 -51.20", "2026-11-30"),
      ("+25.0330+121.5654_20261130_123456.wav", "25.0330 121.5654", "2026-11-30 45296"),
    ])
  func behindClocks(_ name: String, _ point: String, _ moment: String) {
    let name = FileName(name)
    #expect(text(GeographicPoint(in: name)) == point)
    let read =
      switch NameMomentReader().read(name) {
      case .day(let day)?: "\(day)"
      case .clock(let day, let second)?: "\(day) \(second)"
      case .zulu?, nil: "nothing"
      }
    #expect(read == moment)
    let kept = PlaceRule.drop.name(name)
    #expect(GeographicPoint(in: kept) == nil && kept.bytes.count == name.bytes.count)
    #expect(NameMomentReader().read(kept) == NameMomentReader().read(name))
  }

  @Test("The point where both are zero is where nobody knew")
  func origin() {
    #expect(GeographicPoint("+00.0000-000.000/")?.isOrigin == true)
    #expect(GeographicPoint("+00.0000+000.001/")?.isOrigin == false)
  }
}
