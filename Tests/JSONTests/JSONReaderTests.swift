import Testing

@testable import JSON

@Suite("Reading JSON strictly")
struct JSONReaderTests {
  private func read(_ text: String) throws(JSONError) -> JSONValue {
    try JSONReader.read(Array(text.utf8))
  }

  private func kind(_ text: String) -> JSONError.Kind? {
    do throws(JSONError) {
      _ = try read(text)
      return nil
    } catch { return error.kind }
  }

  @Test(
    "numbers keep every digit as written",
    arguments: [
      "0", "-0", "120", "0.1", "4.35", "12.50", "1e3", "1E+400", "9007199254740993",
      "9999999999999999.01", "-1.5e-7",
    ])
  func numbers(_ text: String) throws {
    #expect(try read(text) == .number(text))
  }

  @Test(
    "what is no JSON number is refused",
    arguments: [
      "01", "1.", ".5", "+1", "NaN", "-", "1e", "0x10", "1_000", "Infinity", "١٢",
    ])
  func notNumbers(_ text: String) {
    #expect(throws: JSONError.self) { try read(text) }
  }

  @Test("a value survives writing and reading")
  func roundTrip() throws {
    let value: JSONValue = [
      "名": "午餐 \"x\" \\ / \u{8}\n\u{1F}\u{7F}\u{2028}👨‍👩‍👧", "a": [1, true, false, nil, [:], []],
      "n": .number("12.50"),
    ]
    #expect(try read(value.text(.compact)) == value)
    #expect(try read(value.text(.indented)) == value)
  }

  @Test("escapes, a surrogate pair and a byte-order mark are read")
  func escapes() throws {
    #expect(try read(#"  "\u5348\u9910 \ud83d\ude00\/" "#) == "午餐 😀/")
    #expect(try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == [1])
  }

  @Test("a key that stands twice is refused, also when one is escaped, with its place")
  func duplicates() throws {
    #expect(kind(#"{"a":1,"\u0061":2}"#) == .duplicateKey("a"))
    do throws(JSONError) {
      _ = try read("{\"a\": 1,\n  \"a\": 2}")
      Issue.record("no error")
    } catch {
      #expect((error.line, error.column) == (2, 3))
    }
  }

  @Test(
    "text that only ends too early is told apart from text that is wrong",
    arguments: [
      "", " ", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "[1,", "\"abc", "\"\\", "\"\\u12",
      "tr",
      "-", "1e", "\"\\ud83d", "[1.", "\u{FEFF}", "\u{FEFF}{",
    ])
  func truncated(_ text: String) {
    #expect(kind(text) == .endsEarly)
  }

  @Test(
    "wrong text is no truncated text",
    arguments: [
      "{,", "[1 2", "{\"a\" 1}", "nul!", "\"\u{1}\"", "\"\\x\"", "\"\\ud83dx\"", "\"\\udc00\"",
      "1 2", "{}}",
      "{1:2}",
    ])
  func wrong(_ text: String) {
    let kind = kind(text)
    #expect(kind != nil && kind != .endsEarly)
  }

  @Test("bytes that are not UTF-8 are refused")
  func notUTF8() {
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0xED, 0xA0, 0x80, 0x22]) }
  }

  @Test("a byte-order mark that is cut may be half written, and counts for no column")
  func byteOrderMark() throws {
    for length in 0...3 {
      do throws(JSONError) {
        _ = try JSONReader.read(Array([0xEF, 0xBB, 0xBF].prefix(length)))
        Issue.record("no error")
      } catch {
        #expect(error.isTruncated && error.column == 1)
      }
    }
    do throws(JSONError) {
      _ = try read("\u{FEFF}{x")
      Issue.record("no error")
    } catch {
      #expect((error.line, error.column) == (1, 2))
    }
  }

  @Test("every beginning of a document is told to be cut, wherever it is cut")
  func everyCut() throws {
    let bytes = Array(#" {"名": [1.5e-3, "a\u00e9\ud83d\ude00", true, null, {}], "b": -0} "#.utf8)
    _ = try JSONReader.read(bytes)
    for length in 0..<(bytes.count - 1) {
      do throws(JSONError) {
        _ = try JSONReader.read(Array(bytes[..<length]))
        Issue.record("no error at \(length)")
      } catch {
        #expect(error.isTruncated, "cut at \(length): \(error)")
      }
    }
  }

  @Test("a document with one byte changed is read or refused, and never more than that")
  func damaged() {
    let bytes = Array(#"{"a":[1.5e3,"\u00e9\ud83d\ude00",true,null,{}],"b":"é"}"#.utf8)
    for position in bytes.indices {
      for byte in UInt8.min...UInt8.max {
        var damaged = bytes
        damaged[position] = byte
        do throws(JSONError) {
          let value = try JSONReader.read(damaged)
          #expect((try? JSONReader.read(value.utf8())) == value)
        } catch {
          #expect(error.description.hasSuffix(".") && error.line == (byte == 10 ? error.line : 1))
        }
      }
    }
  }

  @Test("a key as long as the file does not make the sentence as long")
  func longKey() {
    let key = String(repeating: "k", count: 10_000)
    do throws(JSONError) {
      _ = try read("{\"\(key)\":1,\"\(key)\":2}")
      Issue.record("no error")
    } catch {
      #expect(error.description.count < 200)
    }
  }

  @Test("64 levels are read and 65 refused")
  func depth() throws {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try read(deep)
    #expect(kind("[" + deep + "]") == .tooDeep)
  }

  @Test("more than the limit of bytes is refused")
  func length() {
    let long = "\"" + String(repeating: "a", count: 1 << 20) + "\""
    #expect(kind(long) == .tooLong)
  }

  @Test("a hundred thousand keys are read")
  func manyKeys() throws {
    let text = "{" + (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(
      try JSONReader.read(Array(text.utf8), limits: .init(bytes: 1 << 22)).object?.members.count
        == 100_000)
  }
}
