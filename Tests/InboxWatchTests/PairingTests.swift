import Records
import TestSupport
import Testing

@testable import InboxWatch

@Suite("Which recording and sidecar belong together")
struct PairingTests {
  private func groups(_ recordings: [String], _ sidecars: [String]) -> Set<Pairing.Group> {
    Set(
      Pairing(recordings: recordings.map { FileName($0) }, sidecars: sidecars.map { FileName($0) })
        .groups)
  }

  private func memo(_ recording: String, _ sidecar: String?) -> Pairing.Group {
    .memo(recording: FileName(recording), sidecar: sidecar.map { FileName($0) })
  }

  private func pair(_ recording: String, _ sidecar: String) -> Pairing.Pair {
    Pairing.Pair(recording: FileName(recording), sidecar: FileName(sidecar))
  }

  @Test("C01: the sidecar may have the recording's full name, or its stem")
  func bothStyles() {
    #expect(groups(["memo.m4a"], ["memo.m4a.json"]) == [memo("memo.m4a", "memo.m4a.json")])
    #expect(groups(["memo.m4a"], ["memo.json"]) == [memo("memo.m4a", "memo.json")])
    #expect(groups(["memo.m4a"], ["memo.m4a.JSON"]) == [memo("memo.m4a", "memo.m4a.JSON")])
  }

  @Test("the app's bare UUID pairs with the UUID and .json")
  func bareName() {
    #expect(groups(["0190B6C8"], ["0190B6C8.json"]) == [memo("0190B6C8", "0190B6C8.json")])
  }

  @Test("C01: the full name beats the stem, and the other sidecar is one too many")
  func fullBeatsStem() {
    #expect(
      groups(["memo.m4a"], ["memo.json", "memo.m4a.json"])
        == [
          .surplus(sidecars: [FileName("memo.json")], pairs: [pair("memo.m4a", "memo.m4a.json")])
        ])
  }

  @Test("a stem sidecar goes to the one recording of the stem that has none")
  func onlyFreeRecording() {
    #expect(
      groups(["memo.m4a", "memo.wav"], ["memo.wav.json", "memo.json"])
        == [memo("memo.wav", "memo.wav.json"), memo("memo.m4a", "memo.json")])
  }

  @Test("C01: one stem sidecar and several recordings is never a guess")
  func ambiguous() {
    #expect(
      groups(["memo.m4a", "memo.wav"], ["memo.json"])
        == [
          .ambiguous(
            sidecars: [FileName("memo.json")],
            recordings: [FileName("memo.m4a"), FileName("memo.wav")])
        ])
  }

  @Test("a recording that has its own sidecar is no part of an ambiguity")
  func ambiguousWithoutPaired() {
    #expect(
      groups(["a.flac", "a.m4a", "a.wav"], ["a.json", "a.wav.json"])
        == [
          memo("a.wav", "a.wav.json"),
          .ambiguous(
            sidecars: [FileName("a.json")], recordings: [FileName("a.flac"), FileName("a.m4a")]),
        ])
  }

  @Test("a sidecar too many stands against every recording of its stem")
  func surplusOfSeveral() {
    #expect(
      groups(["a.m4a", "a.wav"], ["a.json", "a.m4a.json", "a.wav.json"])
        == [
          .surplus(
            sidecars: [FileName("a.json")],
            pairs: [pair("a.m4a", "a.m4a.json"), pair("a.wav", "a.wav.json")])
        ])
  }

  @Test("C01: letter case counts in names: MEMO.M4A and memo.json are two memos")
  func letterCase() {
    #expect(
      groups(["MEMO.M4A"], ["memo.json"])
        == [memo("MEMO.M4A", nil), .loneSidecar(FileName("memo.json"))])
  }

  @Test("P12: names pair in whatever Unicode normal form either has")
  func normalForms() {
    let composed = "Caf\u{E9}"
    let decomposed = "Cafe\u{301}"
    #expect(
      groups([decomposed + ".m4a"], [composed + ".m4a.json"])
        == [memo(decomposed + ".m4a", composed + ".m4a.json")])
    #expect(
      groups([composed + ".m4a"], [decomposed + ".json"])
        == [memo(composed + ".m4a", decomposed + ".json")])
  }

  @Test(
    "P12: of two recordings that differ in normal form alone, each gets the sidecar of its own bytes"
  )
  func normalFormTwins() {
    let one = "Caf\u{E9}.m4a"
    let other = "Cafe\u{301}.m4a"
    #expect(
      groups([one, other], [other + ".json", one + ".json"])
        == [memo(one, one + ".json"), memo(other, other + ".json")])
    #expect(
      groups([one, other], [other + ".json"]) == [memo(one, nil), memo(other, other + ".json")])
  }

  @Test("W15: names that are not UTF-8 pair byte for byte")
  func bytes() {
    let stem: [UInt8] = Array("memo_".utf8) + [0xF1]
    let recording = FileName(bytes: stem + Array(".wav".utf8))
    let sidecar = FileName(bytes: stem + Array(".json".utf8))
    #expect(
      Pairing(recordings: [recording], sidecars: [sidecar]).groups
        == [.memo(recording: recording, sidecar: sidecar)])
  }

  @Test("a stem is the name without its last extension alone")
  func lastExtension() {
    #expect(
      groups(["a.tar.wav"], ["a.tar.json", "a.json"])
        == [memo("a.tar.wav", "a.tar.json"), .loneSidecar(FileName("a.json"))])
    #expect(groups(["2026.11.30"], ["2026.11.30.json"]) == [memo("2026.11.30", "2026.11.30.json")])
  }

  @Test(
    "every name is in exactly one group, and neither the order nor the index changes the answer")
  func partitionAndIndex() {
    let parts = [
      "a", "a.wav", "a.m4a", "a.wav.mp3", "b", "b.wav", "Caf\u{E9}.wav", "Cafe\u{301}.wav",
    ]
    let names = (parts + parts.flatMap { [$0 + ".json", $0 + ".JSON"] } + ["b.json.json"]).map {
      FileName($0)
    }
    var random = SeededBits(state: 7)
    for _ in 0..<400 {
      let some = names.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      let recordings = some.filter { NameRule($0) == .recording }
      let sidecars = some.filter { NameRule($0) == .sidecar }
      let groups = Pairing(recordings: recordings, sidecars: sidecars).groups
      #expect(groups.flatMap(\.names).sorted(by: byBytes) == some.sorted(by: byBytes))
      #expect(
        Set(groups)
          == Set(Pairing(recordings: recordings.reversed(), sidecars: sidecars.reversed()).groups))

      var index = PairIndex()
      for name in names { index.add(name, NameRule(name)) }
      for name in names where !some.contains(name) { index.remove(name, NameRule(name)) }
      for name in some {
        let related = index.related(to: name, NameRule(name))
        let own = Pairing(recordings: related.recordings, sidecars: related.sidecars).groups
        #expect(Set(own).isSubset(of: Set(groups)))
      }
    }
  }
}
