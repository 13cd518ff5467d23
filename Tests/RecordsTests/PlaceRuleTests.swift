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
      ("25.033 121.5654.wav", "xx.xxx xxx.xxxx.wav"), ("25.0330, 121.5", "xx.xxxx, xxx.x"),
      ("25.0330x121.5654.wav", "xx.xxxxxxxx.xxxx.wav"), ("25.033x121.5654", "xx.xxxxxxx.xxxx"),
      ("25.033,121.5654", "xx.xxx,xxx.xxxx"), ("25,033 121,5654", "xx,xxx xxx,xxxx"),
      ("2026-11-30 12.34 25.0330 121.5.wav", "2026-11-30 12.34 xx.xxxx xxx.x.wav"),
      ("2026-11-30 12.34 121.5654.wav", "2026-11-30 xx.xx xxx.xxxx.wav"),
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
      ("37 48.81507 N, 122 24.91507 W", "xx xx.xxxxx N, xxx xx.xxxxx W"),
      ("at N 37 48.8 E 122 24.9.", "at N xx xx.x E xxx xx.x."),
      ("37.81N 122.91E", "xx.xxN xxx.xxE"), ("37 48 53 N 122 24 54 E", "xx xx xx N xxx xx xx E"),
      ("$GPGLL,3748.81517,N,12224.91513,E", "$GPGLL,xxxx.xxxxx,N,xxxxx.xxxxx,E"),
      ("q=37.811103%2C122.911103", "q=xx.xxxxxx%2Cxxx.xxxxxx"),
      ("q=%33%37.811103%2c-122.911103", "q=xxxxxx.xxxxxx%2c-xxx.xxxxxx"),
      ("/data=!3d37.811104!4d122.911104", "/data=!3dxx.xxxxxx!4dxxx.xxxxxx"),
      ("?mlat=37.8&mlon=122.9", "?mlat=xx.x&mlon=xxx.x"),
      ("37,81097 122,91093", "xx,xxxxx xxx,xxxxx"), ("37,81097; 122,91093", "xx,xxxxx; xxx,xxxxx"),
      ("３７．８１０９，１２２．９１０９", "xxxxxx．xxxxxxxxxxxx，xxxxxxxxx．xxxxxxxxxxxx"),
      ("memo_37_81177_122_91173.m4a", "memo_xx_xxxxx_xxx_xxxxx.m4a"),
      (#"["37.81337","122.91333"]"#, #"["xx.xxxxx","xxx.xxxxx"]"#),
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
      "300.1234, 400.1234", "25.0330", "", "120, 45.50", "120,00 45,50", "1,234 2,345", "1.5 2.25",
      "1.5x2.25",
      "12 N 14 E", "12.50 s and 3.50 e", "memo_1_20261130_2_20261130.m4a", "30_11_2026_12_2026",
      "rec_12_123456_13_123456", "100%25.50", "１２０，４５．５０", "2026-11-30 12:34 N, 5 E",
      "!3d print 12.50", "1234.50 N", "TWD 120 45.50 East", "12_34567",
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
       "gps": "25.03 N", "number": "ABC-123", "long": true, "25.0330,121.5654": 1}
      """
    let expected =
      #"{"amount":1234.5678901234567890,"mood":{"x":[1,null,"fine"]},"points":[[],[1,2]],"#
      + #""note":"at xx.xxxx, xxx.xxxx","number":"ABC-123","long":true}"# + "\n"
    #expect(kept(text) == expected)
    #expect(kept(expected) == expected)
  }

  @Test(
    "a key that would be taken for the place goes with its value",
    arguments: ["plaec", "locaton", "Place ", "LOCATION", "palce", "lo-cation", "places"])
  func misspelt(_ key: String) {
    #expect(kept(#"{"\#(key)": "SecretA2", "amount": 1}"#) == #"{"amount":1}"# + "\n")
    #expect(kept(#"{"\#(key)": {"name": "SecretA2"}, "amount": 1}"#) == #"{"amount":1}"# + "\n")
    let inner = #"{"mood": {"\#(key)": "fine"}}"#
    #expect(kept(inner) == inner)
  }

  @Test(
    "coordinates go from values beside each other, and from numbers by any name or with an exponent",
    arguments: [
      (#"{"tags":["37.81337","122.91333","food"]}"#, #"{"tags":["xx.xxxxx","xxx.xxxxx","food"]}"#),
      (#"{"a":["37.81337",122.91333]}"#, #"{"a":["xx.xxxxx",null]}"#),
      (#"{"a":[3.781597e1, 1.2291593E+2]}"#, #"{"a":[]}"#),
      (#"{"a":[3781597e-5, -12291593e-5]}"#, #"{"a":[]}"#),
      (#"{"latitudeE7":378133700,"longitudeE7":1,"latE7":2,"lngE7":3,"b":4}"#, #"{"b":4}"#),
    ])
  func apart(_ text: String, _ expected: String) {
    #expect(kept(text) == expected + "\n")
    #expect(kept(expected + "\n") == expected + "\n")
  }

  @Test(
    "amounts beside each other stay",
    arguments: [
      #"{"tags":["120","45.50"]}"#, #"{"a":["120.50", 45.5]}"#, #"{"a":[1.5e1, 2.25e1, 2e99]}"#,
      #"{"a":["1,2", "345"]}"#, #"{"a":[null, "37.81337", {}, "122.91333"]}"#,
    ])
  func amounts(_ text: String) { #expect(kept(text) == text) }

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
      (#"{"latitudeE7": 378133700, "#, #"{"latitudeE7": xxxxxxxxx, "#),
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
