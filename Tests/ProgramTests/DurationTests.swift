import JSON
import Linux
import TestSupport
import Testing

@Suite("How long a recording is", .fewAtATime)
struct DurationTests {
  private func media(_ name: String) throws -> [UInt8] {
    try #require(readFile("\(PhoneRecordingTests.recordings)/\(name)"))
  }

  private struct Recorded {
    let audio: JSONObject
    let notes: [JSONObject]
    var milliseconds: Int64 { audio["duration_ms"]?.integer ?? -1 }
    var codes: [String] { notes.compactMap { $0["code"]?.string } }
    var messages: [String] { notes.compactMap { $0["message"]?.string } }
  }

  private func record(_ home: Household, _ name: String, _ bytes: [UInt8]) throws -> Recorded {
    dropFile(name, into: home.inbox, bytes)
    #expect(home.ingestOnce().status == 0)
    let record = try #require(
      try home.records("list").first { $0["source_name"]?.string == name }, "\(name)")
    return Recorded(
      audio: try #require(record["audio"]?.object),
      notes: (record["review"]?.array ?? []).compactMap(\.object))
  }

  @Test(
    "A05: a WAV whose recorder died is 5.0 s long, and the note says what the header has instead")
  func repaired() throws {
    let home = Household()
    let tags = Array("LIST".utf8) + [4, 0, 0, 0] + Array("INFO".utf8)
    for (name, fill, tail) in [
      ("0", [0, 0, 0, 0], []), ("0 and tags", [0, 0, 0, 0], tags),
      ("0x7FFFFFFF", [0xFF, 0xFF, 0xFF, 0x7F], []), ("0xFFFFFFFF", [0xFF, 0xFF, 0xFF, 0xFF], []),
    ] as [(String, [UInt8], [UInt8])] {
      var bytes = Wave.tone(frames: 80_000, seed: UInt64(name.utf8.count + fill.count)) + tail
      bytes.replaceSubrange(4..<8, with: fill)
      bytes.replaceSubrange(40..<44, with: fill)
      let recorded = try record(home, "\(name).wav", bytes)
      #expect(recorded.milliseconds == 5000)
      #expect(recorded.codes == ["header-wrong"])
      let written = name.split(separator: " ")[0]
      #expect(recorded.messages.first?.contains("(\(written) in its place), and 5.0 s") == true)
    }
    try home.expectSoundStore()
  }

  @Test(
    "A03: a VBR MP3 without a frame count is as long as its frames, and the note names both numbers"
  )
  func guessedMP3() throws {
    let home = Household()
    let recorded = try record(home, "memo.mp3", try media("vbr.mp3"))
    #expect(recorded.audio["frames"]?.integer == 17_280)
    #expect(recorded.milliseconds == 2160)
    #expect(recorded.codes == ["header-wrong"])
    #expect(recorded.messages.first?.contains("finds 1.386 s and the other 2.16 s") == true)
  }

  @Test("A03: without the other decoder it waits, since a wrong length would stand for good")
  func guessedMP3Waits() throws {
    let home = Household()
    let programs = home.folder["programs"]
    try makeDirectories(programs)
    for name in ["mm-ingestd", "mm-decoder"] {
      #expect(BuiltProgram.run("/bin/cp", [BuiltProgram.path(name), programs]).status == 0)
    }
    dropFile("memo.mp3", into: home.inbox, try media("vbr.mp3"))
    dropFile("whole.mp3", into: home.inbox, try media("lame.mp3"))
    let waiting = BuiltProgram.run(
      "\(programs)/mm-ingestd", ["--once", "--now"] + home.places, environment: Household.quiet)
    #expect(waiting.status == 75)
    #expect(waiting.errors.contains("waiting memo.mp3: decoder-missing"))
    #expect(listFolder(home.inbox) == ["memo.mp3"])
    #expect(home.ingestOnce().status == 0)
    #expect(try home.records("list").count == 2)
  }

  @Test("Joined recordings are counted whole, and the note names the first and the whole")
  func joined() throws {
    let home = Household()
    let lame = try media("lame.mp3")
    let vorbis = try media("vorbis.oga")
    let phone = try media("aac.m4a")
    let wave = Wave.tone(frames: 48_000)
    for (name, bytes, milliseconds, first) in [
      ("joined.wav", wave + Wave.tone(frames: 32_000, seed: 2), 5000...5000, "3.0 s"),
      ("joined.mp3", lame + lame, 3000...3200, "1.5 s"),
      ("joined.ogg", vorbis + vorbis, 1000...1000, "0.5 s"),
      ("joined.m4a", phone + phone, 3064...3066, "1.533 s"),
    ] as [(String, [UInt8], ClosedRange<Int64>, String)] {
      let recorded = try record(home, name, bytes)
      #expect(milliseconds.contains(recorded.milliseconds), "\(name)")
      #expect(recorded.codes == ["joined"], "\(name)")
      #expect(recorded.messages.first?.contains("the first is \(first) long") == true, "\(name)")
    }
    try home.expectSoundStore()
  }

  @Test("A joined recording whose second is cut before its sound is taken with its first")
  func joinedAndCut() throws {
    let home = Household()
    let wave = Wave.tone(frames: 48_000)
    let recorded = try record(home, "joined.wav", wave + wave.prefix(10))
    #expect(recorded.milliseconds == 3000)
  }

  @Test("A11: a CAF from a pipe is taken by the other decoder, at its full length")
  func pipedCAF() throws {
    let home = Household()
    let recorded = try record(home, "memo.caf", streamedCAF(frames: 40_000))
    #expect(recorded.audio["codec"]?.string == "pcm_s16")
    #expect(recorded.milliseconds == 5000)
    #expect(recorded.codes.isEmpty)
  }

  @Test("P08: .oga and .ogg are Opus or Vorbis by their content, and the record says which")
  func ogg() throws {
    let home = Household()
    let folder = #filePath.dropLast("DurationTests.swift".count)
    let opus = try #require(readFile(folder + "Recordings/salary.opus"))
    let vorbis = try media("vorbis.oga")
    for (name, bytes, codec) in [
      ("a.oga", opus, "opus"), ("b.oga", vorbis, "vorbis"),
    ] {
      let recorded = try record(home, name, bytes)
      #expect(recorded.audio["format"]?.string == "ogg")
      #expect(recorded.audio["codec"]?.string == codec)
      #expect(recorded.audio["path"]?.string?.hasSuffix(codec == "opus" ? ".opus" : ".ogg") == true)
      #expect(recorded.codes.isEmpty)
    }
    let other = Household()
    #expect(try record(other, "a.ogg", opus).audio["codec"]?.string == "opus")
    #expect(try record(other, "b.ogg", vorbis).audio["codec"]?.string == "vorbis")
  }

  @Test("The priming that a container names is in JSON and in show, and not in the duration")
  func priming() throws {
    let home = Household()
    let recorded = try record(home, "memo.m4a", try media("aac.m4a"))
    #expect(recorded.audio["priming_frames"] == 1_024)
    #expect(recorded.audio["frames"] == 33_792)
    let shown = home.organize("show", "q1").output
    #expect(shown.contains("1.533 s (and 1024 frames of priming, not counted)  m4a aac"))
    let plain = try record(home, "memo.wav", Wave.tone(frames: 16_000))
    #expect(plain.audio["priming_frames"] == .null)
    #expect(home.organize("show", "q2").output.contains("1.0 s  wav pcm_s16"))
  }
}
