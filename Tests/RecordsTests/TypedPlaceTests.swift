import Testing

@testable import Records

@Suite("A place as it is typed")
struct TypedPlaceTests {
  private func read(_ text: String) throws -> [String?] {
    let place = try TypedPlace(text)
    return [place.name, place.coordinates?.latitude, place.coordinates?.longitude]
  }

  @Test(
    "coordinates alone, or in brackets behind a name",
    arguments: [
      ("25.1, 121.5", nil, "25.1", "121.5"), ("25.1 121.5", nil, "25.1", "121.5"),
      (" -33.86，+151 ", nil, "-33.86", "151"), ("\u{2212}33.86°, 151.20°", nil, "-33.86", "151.20"),
      ("+25.0330+121.5654/", nil, "25.0330", "121.5654"), ("(25, 121)", nil, "25", "121"),
      ("Ice  1 (25.03, 121.56)", "Ice 1", "25.03", "121.56"),
      ("冰館（25.03，121.56）", "冰館", "25.03", "121.56"), ("A (b) (1,2)", "A (b)", "1", "2"),
      ("１２.５, １００", nil, "12.5", "100"), ("１２．５，１００", nil, "12.5", "100"),
      ("店１（２５.０３、１２１.５６）", "店１", "25.03", "121.56"), ("−１２.５ ＋１００.５", nil, "-12.5", "100.5"),
      ("٢٥.٥, ١٢١.٥", nil, "25.5", "121.5"), ("2nd (+1, -2)", "2nd", "1", "-2"),
    ] as [(String, String?, String, String)])
  func coordinates(_ text: String, _ name: String?, _ north: String, _ east: String) throws {
    #expect(try read(text) == [name, north, east])
  }

  @Test(
    "anything else is a name",
    arguments: [
      "Ice Monster", "7, 11", "25", "25.1", "Bar (25.1)", "Bar (2, 3) east", "1.2.3, 4.5", "101",
      "25.1, 121.5 left", "12 50", "Bar (1,2,3)", "()", "7-11", "Bar (2nd floor)", "A, B", "７, １１",
      "24/7, 365", "S, E", "5E, 11W", "Nan", "Bar (", "Route 2.5, Exit 3", "Bar (2,3] x",
      "3.5 (Gate 2)",
    ])
  func names(_ text: String) throws { #expect(try read(text) == [text, nil, nil]) }

  @Test(
    "what looks like coordinates and is none is refused where it goes wrong",
    arguments: [
      ("Ice 1 (99.5, 200)", 8, "99.5"), ("25.1, 200.5", 7, "200.5"), ("121.5, 25.1", 1, "121.5"),
      ("  90.01 10.5", 3, "90.01"), ("A (10, 180.1)", 8, "180.1"),
      ("a (nan, 1)", 4, "nan"), ("1e3,2", 1, "1e3"), ("a (1, Inf)", 7, "Inf"), ("1., 2.5", 1, "1."),
      ("１００.５, 2", 1, "100.5"), ("a (25.0 N, 121.5 E)", 4, "25.0 N"), ("a (.5, 1)", 4, ".5"),
    ])
  func refused(_ text: String, _ position: Int, _ number: String) {
    let refusal = #expect(throws: TypedPlace.Refusal.self) { try TypedPlace(text) }
    #expect(refusal?.position == position)
    #expect(refusal?.message.contains("'\(number)'") == true)
  }

  @Test(
    "what was meant for coordinates does not become a name",
    arguments: [
      ("Shop (25.5, 121.5", 6, "not closed"), ("(25, 121", 1, "not closed"),
      ("店（２５.５，１２１.５", 2, "not closed"), ("Bar (2, 3) (4, 5)", 5, "twice"),
      ("25.1, 121.5 (2, 3)", 1, "twice"), ("25.5, 121.5)", 1, "cannot be read"),
      ("[25.5, 121.5]", 1, "cannot be read"), ("Bar (25.5, 121.5) east", 5, "cannot be read"),
      ("A ((25.5, 121.5))", 4, "cannot be read"), ("Shop 25.5, 121.5", 6, "cannot be read"),
      ("25.5, 121.5, 10", 1, "cannot be read"), ("25,0330 121,5654", 1, "cannot be read"),
      ("A (25.5, 121.5, 10)", 3, "cannot be read"),
    ])
  func unread(_ text: String, _ position: Int, _ words: String) {
    let refusal = #expect(throws: TypedPlace.Refusal.self) { try TypedPlace(text) }
    #expect(refusal?.position == position)
    #expect(refusal?.message.contains(words) == true)
  }
}
