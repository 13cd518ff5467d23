import Testing

@testable import Records

@Suite("place = drop: what is taken out, and what is not")
struct PlaceRuleTests {
  @Test(
    "coordinates in texts and names lose their digits",
    arguments: [
      ("memo+25.0330+121.5654.m4a", "memo+xx.xxxx+xxx.xxxx.m4a"),
      ("20261130_123456+25.03+121.56.3gp", "20261130_123456+xx.xx+xxx.xx.3gp"),
      ("memo 25.0330,121.5654.3gp", "memo xx.xxxx,xxx.xxxx.3gp"),
      ("-33.8688_151.2093", "-xx.xxxx_xxx.xxxx"), ("25.0330-121.5654", "xx.xxxx-xxx.xxxx"),
      (
        "https://maps.apple.com/?ll=25.033,121.565&z=3",
        "https://maps.apple.com/?ll=xx.xxx,xxx.xxx&z=3"
      ),
      ("geo:25.03,121.56", "geo:xx.xx,xxx.xx"), ("lat=25.0, lon=121.5", "lat=xx.x, lon=xxx.x"),
      ("at 25.0330° N, 121.5654° E", "at xx.xxxx° N, xxx.xxxx° E"),
      (#"25°01'58.8"N 121°33'55.4"E"#, #"xx°xx'xx.x"N xxx°xx'xx.x"E"#),
      ("+25.0330+121.5654+010.000/", "+xx.xxxx+xxx.xxxx+xxx.xxx/"),
      ("+4043.200-07400.500/ here", "+xxxx.xxx-xxxxx.xxx/ here"),
      ("+4043.200-07400.500", "+xxxx.xxx-xxxxx.xxx"),
    ])
  func blanks(_ text: String, _ kept: String) {
    #expect(PlaceRule.drop.text(text) == kept)
    #expect(PlaceRule.drop.text(kept) == kept)
    #expect(PlaceRule.keep.text(text) == text)
  }

  @Test(
    "dates, clocks, amounts and versions stay",
    arguments: [
      "20261130_123456.m4a", "2026-11-30 12.34.56.wav", "12.34 and 56.78", "1,234.50, 2,345.50",
      "KWD 1.234, 5.678", "v1.2.3456, 2.3.4567", "1.23456 BTC and 2.34567 ETH",
      "recorded q1 lunch.wav 4.2s TWD 120.00 [food, lunch] in 8 ms", "25° outside, 30° in",
      "300.1234, 400.1234", "25.0330", "",
    ])
  func leaves(_ text: String) {
    #expect(PlaceRule.drop.text(text) == text)
    #expect(PlaceRule.drop.name(FileName(text)) == FileName(text))
  }

  @Test("a name that is no text keeps its bytes but the digits")
  func bytes() {
    let name = FileName(bytes: [0xFF] + Array("+25.0330+121.5654".utf8))
    let kept = FileName(bytes: [0xFF] + Array("+xx.xxxx+xxx.xxxx".utf8))
    #expect(PlaceRule.drop.name(name) == kept)
  }

  private func kept(_ text: String) -> String {
    String(decoding: PlaceRule.drop.sidecar(Array(text.utf8)), as: UTF8.self)
  }

  @Test("a sidecar loses its place and stays a sidecar with all else, exactly")
  func sidecar() throws {
    let text = """
      {"amount": 1234.5678901234567890, "place": {"name": "Home", "latitude": 25.0330},
       "Location": "25.0330,121.5654", "mood": {"x": [1, null, "fine"], "lat": 25.03},
       "points": [[121.5654, 25.0330], [1, 2]], "note": "at 25.0330, 121.5654",
       "gps": "25.03 N", "plate": "ABC-123", "long": true, "25.0330,121.5654": 1}
      """
    let expected =
      #"{"amount":1234.5678901234567890,"mood":{"x":[1,null,"fine"]},"points":[[],[1,2]],"#
      + #""note":"at xx.xxxx, xxx.xxxx","plate":"ABC-123","long":true}"# + "\n"
    #expect(kept(text) == expected)
    #expect(kept(expected) == expected)
  }

  @Test("one without a place stays byte for byte")
  func untouched() {
    for text in [#"{ "amount" : 120,  "currency":"TWD" }"#, "{}", "[25.0330, 1", ""] {
      #expect(kept(text) == text)
    }
  }

  @Test(
    "of what is no sidecar only the digits of coordinates go",
    arguments: [
      (
        #"{"amount": 120, "place": {"latitude": 25.03, "longitude": -121}, "#,
        #"{"amount": 120, "place": {"latitude": xx.xx, "longitude": -xxx}, "#
      ),
      (#"{'lat': '25.03', amount: 99.5678}"#, #"{'lat': 'xx.xx', amount: 99.5678}"#),
      ("{lat=25, gps_longitude = 121.5", "{lat=xx, gps_longitude = xxx.x"),
      (#"{"location": [121.5, 25.0]"#, #"{"location": [xxx.x, xx.x]"#),
      (#"{"geo": "25.0330 121.5654""#, #"{"geo": "xx.xxxx xxx.xxxx""#),
      ("\u{FEFF}{\"lat\": 25.03", "\u{FEFF}{\"lat\": xx.xx"),
    ])
  func broken(_ text: String, _ expected: String) {
    #expect(kept(text) == expected)
  }

  @Test("UTF-16 is no sidecar, and hides nothing")
  func wide() {
    let wide = { (text: String) in text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
    #expect(
      PlaceRule.drop.sidecar([0xFF, 0xFE] + wide(#"{"lat": 25.0330}"#))
        == [0xFF, 0xFE] + wide(#"{"lat": xx.xxxx}"#))
  }

  @Test("a container loses its place and nothing else; a comment that is only a point goes whole")
  func report() {
    let report = AudioReport(
      format: "m4a", codec: "aac", sampleRate: 1000, channels: 1, frames: 4000,
      texts: [
        AudioReport.TextTag(key: "title", value: "Lunch at 25.0330, 121.5654"),
        AudioReport.TextTag(key: "comment", value: "+25.0330+121.5654/"),
        AudioReport.TextTag(key: "creation_time", value: "2026-11-30T12:34:56.000000Z"),
        AudioReport.TextTag(key: "location", value: "+25.0330+121.5654/"),
      ])
    #expect(
      PlaceRule.drop.report(report).texts == [
        AudioReport.TextTag(key: "title", value: "Lunch at xx.xxxx, xxx.xxxx"),
        AudioReport.TextTag(key: "creation_time", value: "2026-11-30T12:34:56.000000Z"),
      ])
    #expect(PlaceRule.keep.report(report) == report)
  }
}
