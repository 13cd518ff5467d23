import Records
import Testing

@testable import Organizing

@Suite("The gazetteer")
struct GazetteerTests {
  private func read(_ text: String) throws -> [String] {
    try Gazetteer(Array(text.utf8)).entries.map {
      "\($0.name)|\($0.coordinates.latitude)|\($0.coordinates.longitude)"
    }
  }

  @Test("names, quoted or not, in any script; blank lines and a heading are no entries")
  func whole() throws {
    #expect(try read("") == [])
    #expect(
      try read("\u{FEFF}Name,Latitude,Longitude\r\n冰館, 25.0330 ,121.5654\r\n\r\n")
        == ["冰館|25.0330|121.5654"])
    #expect(
      try read(#""Café, ""Le"" Flore" ,48.8540,2.3326"#) == [#"Café, "Le" Flore|48.8540|2.3326"#])
    #expect(try read("名稱,緯度,經度\nA,1,2") == ["A|1|2"])
    #expect(try read("place,lat,lng\nA,1,2") == ["A|1|2"])
    #expect(try read("A  B,-1,+2\nC,\"3\",4") == ["A B|-1|2", "C|3|4"])
  }

  @Test(
    "what cannot be understood is named with its line",
    arguments: [
      ("A,1,2\nB,1", 2, "2 fields"), ("A,1,2\n\nB,1,2,3", 3, "4 fields"), (",1,2", 1, "blank"),
      ("A,,", 1, "decimal degrees"),
      ("\"A,1,2\nB,1,2", 1, "not closed"), ("\"A\"x,1,2", 1, "closing quote"),
      ("A\"B\",1,2", 1, "quotes itself"), ("A,91,2", 1, "91,2"), ("A,1e1,2", 1, "1e1,2"),
      ("A,1,2\nname,latitude,longitude", 2, "latitude,longitude"),
    ])
  func faults(_ text: String, _ line: Int, _ words: String) throws {
    let fault = #expect(throws: GazetteerFault.self) { try Gazetteer(Array(text.utf8)) }
    #expect(fault?.line == line)
    #expect(fault?.description.contains(words) == true, "\(String(describing: fault))")
  }

  @Test("a line that is not UTF-8 is named")
  func notUTF8() {
    #expect(throws: GazetteerFault(line: 2, .notUTF8)) {
      try Gazetteer(Array("A,1,2\n".utf8) + [0xF1] + Array(",1,2".utf8))
    }
  }
}
