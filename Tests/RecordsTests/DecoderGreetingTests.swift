import JSON
import Records
import Testing

@Suite struct DecoderGreetingTests {
  @Test("What the decoder says of its confinement is what its parent reads")
  func roundTrip() throws {
    let all = ConfinementStep.allCases.map { ConfinementGap($0, because: "no \"prctl\" 午餐") }
    for gaps in [[], [all[3]], all] {
      let greeting = DecoderGreeting(gaps: gaps)
      #expect(greeting.message.count <= DecoderGreeting.longestMessage)
      #expect(try DecoderGreeting(message: greeting.message) == greeting)
    }
  }

  @Test(
    "Reasons of any length leave the greeting short, and none of them reaches a terminal as it is")
  func longReasons() throws {
    let nasty = String(repeating: "\u{1B}[2J午", count: 2000)
    let all = ConfinementStep.allCases.map { ConfinementGap($0, because: nasty) }
    let message = DecoderGreeting(gaps: all).message
    #expect(message.count <= DecoderGreeting.longestMessage)
    let read = try DecoderGreeting(message: message)
    #expect(read.gaps.map(\.step) == ConfinementStep.allCases)
    #expect(read.gaps.allSatisfy { $0.reason.hasPrefix(#"\u{1b}[2J午"#) })
  }

  @Test(
    "What is no greeting of this version is refused",
    arguments: [
      "", "{}", "[]", "hello", #"{"moneymom-decoder":2,"gaps":[]}"#, #"{"moneymom-decoder":3}"#,
      #"{"moneymom-decoder":4,"gaps":[]}"#, #"{"moneymom-decoder":"3","gaps":[]}"#,
      #"{"moneymom-decoder":3,"gaps":{}}"#, #"{"moneymom-decoder":3,"gaps":["landlock"]}"#,
      #"{"moneymom-decoder":3,"gaps":[["landlock"]]}"#,
      #"{"moneymom-decoder":3,"gaps":[["moat","dry"]]}"#,
      #"{"moneymom-decoder":3,"gaps":[["landlock",1]]}"#,
      #"{"moneymom-decoder":3,"gaps":[["landlock","a"],["landlock","b"]]}"#,
      #"{"moneymom-decoder":3,"gaps":[[["landlock"],"a"]]}"#,
    ])
  func garbage(_ text: String) {
    #expect(throws: WireFault.self) { try DecoderGreeting(message: Array(text.utf8)) }
  }

  @Test("A reason that is too long is refused")
  func tooLong() {
    let text = String(repeating: "x", count: 257)
    let message: JSONValue = ["moneymom-decoder": 2, "gaps": [["seccomp", .string(text)]]]
    #expect(throws: WireFault.self) { try DecoderGreeting(message: message.utf8()) }
  }

  @Test("A greeting cut at any byte, or with any byte changed, is refused or read, and never traps")
  func damaged() {
    let message = DecoderGreeting(gaps: [ConfinementGap(.memory, because: "x")]).message
    for length in message.indices {
      #expect(throws: WireFault.self) { try DecoderGreeting(message: Array(message[..<length])) }
      for change in [UInt8(0x01), 0x80, 0x04] {
        var other = message
        other[length] ^= change
        _ = try? DecoderGreeting(message: other)
      }
    }
  }
}
