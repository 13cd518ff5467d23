import Glibc
import JSON
import Linux
import TestSupport
import Testing

@Suite("mm-organize verify", .fewAtATime)
struct VerifyTests {
  private func home(of count: Int) throws -> Household {
    let home = Household()
    for number in 0..<count {
      writeFile("\(home.inbox)/m\(number).wav", Wave.tone(frames: 160, seed: UInt64(number)))
    }
    try #require(home.ingestOnce(["--now", "--quiet"]).status == 0)
    return home
  }

  private func path(of id: String, _ home: Household) throws -> String {
    let record = try #require(try home.json("show", id).object)
    return try #require(record["audio"]?.object?["path"]?.string)
  }

  private func flip(_ path: String) throws {
    var bytes = try #require(readFile(path))
    bytes[100] ^= 0x40
    writeFile(path, bytes)
  }

  @Test("one byte flipped in one of 2,000 archived files: exactly that record is named")
  func oneByte() throws {
    let home = try home(of: 2000)
    let sound = try home.named(by: "verify")
    #expect(sound.problems == [])
    #expect(sound.counts["files"]?.integer == 2000)
    let path = try path(of: "q1234", home)
    try flip("\(home.store)/\(path)")
    let expected: Set = [["file-other-bytes", "q1234", path]]
    #expect(try home.named(by: "verify").problems == expected)
    #expect(try home.named(by: "verify", "--decode").problems == expected)
    #expect(try home.named(by: "verify", "q1234", "q1").problems == expected)
    #expect(try home.named(by: "verify", "q1233").problems == [])
    // It has its size, so that it takes a reading to know.
    #expect(try home.named(by: "audit").problems == [])
    let text = home.organize("verify", "q1234")
    #expect(text.status == 1)
    #expect(text.output.contains("file-other-bytes  q1234  \(path)\n  The file has other bytes"))
    #expect(text.output.contains("1 to see to."))
    #expect(text.errors.isEmpty)
  }

  @Test(
    "every format is decoded again to what its row says, and a row that says something else is named"
  )
  func decodes() throws {
    let home = Household()
    let tests = String(#filePath.dropLast("ProgramTests/VerifyTests.swift".count))
    for folder in ["ProgramTests", "MediaAudioTests"].map({ "\(tests)\($0)/Recordings" }) {
      for name in listFolder(folder) where !name.hasSuffix(".md") {
        dropFile(name, into: home.inbox, try #require(readFile("\(folder)/\(name)")))
      }
    }
    try #require(home.ingestOnce().status == 0)
    #expect(try home.records("list").count >= 15)
    let sound = try home.named(by: "verify", "--decode")
    #expect(sound.problems == [])
    #expect(sound.counts["decoded"]?.bool == true)

    try home.behindTheJournal("UPDATE audio SET frames = frames + 1 WHERE id = 3")
    let path = try path(of: "q3", home)
    #expect(try home.named(by: "verify").problems == [])
    #expect(
      try home.named(by: "verify", "--decode").problems == [["recording-other-frames", "q3", path]])
    #expect(try home.named(by: "audit").problems == [["row-altered", "-", "-"]])
  }

  @Test(
    "a run that is killed is gone on with by the next, for a whole archive and for each way of reading it"
  )
  func killed() throws {
    let home = try home(of: 500)
    let state = home.folder["state"]
    let resumed = try eventuallyCount {
      let run = try RunningProgram(
        BuiltProgram.path("mm-organize"), ["verify", "--decode"] + home.places,
        environment: Household.quiet.merging(["XDG_STATE_HOME": state]) { $1 })
      _ = eventually(every: 500) {
        let written = listFolder("\(state)/moneymom").first.flatMap {
          readFile("\(state)/moneymom/\($0)")
        }
        return (written?.count ?? 0) > 60
      }
      try? CurrentProcess.send(signal: SIGKILL, to: run.identifier)
      _ = run.wait()
      return try home.named(by: "verify", "--decode").counts["resumed"]?.integer ?? 0
    }
    #expect(resumed > 0)
    #expect(listFolder("\(state)/moneymom").isEmpty, "a whole run leaves nothing")
    #expect(try home.named(by: "verify", "--decode").counts["resumed"]?.integer == 0)
  }

  /// Tries again where the run had come to its end before it was killed.
  private func eventuallyCount(_ attempt: () throws -> Int64) throws -> Int64 {
    for _ in 0..<20 {
      let count = try attempt()
      if count > 0 { return count }
    }
    return 0
  }

  @Test("where nothing can be kept for the next run, that is said and the run is whole")
  func noState() throws {
    let home = try home(of: 3)
    writeFile(home.folder["file"], "a file")
    let outcome = home.organize("verify", environment: ["XDG_STATE_HOME": home.folder["file"]])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Read 3 files"))
    #expect(outcome.errors.contains("A run that is stopped will begin anew: "))
  }

  @Test("progress is shown on a terminal, on standard error, and gone at the end")
  func progress() throws {
    let home = try home(of: 20)
    let command =
      "\(BuiltProgram.path("mm-organize")) verify --store \(home.store) >\(home.folder["answer"])"
    func onTerminal(_ environment: [String: String]) -> BuiltProgram.Outcome {
      BuiltProgram.run(
        "/usr/bin/script", ["-qefc", command, "/dev/null"],
        environment: Household.quiet.merging(["XDG_STATE_HOME": home.folder["state"]]) { $1 }
          .merging(environment) { $1 })
    }
    let shown = onTerminal(["TERM": "xterm"])
    #expect(shown.status == 0)
    #expect(shown.output.hasPrefix("\r["))
    #expect(shown.output.contains(" % "))
    #expect(shown.output.contains(" of 20"))
    #expect(shown.output.hasSuffix("\r\u{1B}[K"))
    #expect(onTerminal(["TERM": "dumb"]).output.isEmpty)
    let answer = try #require(readFile(home.folder["answer"]))
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("Read 20 files"))
  }

  @Test("an ID that names nothing is refused, and one without a file is said")
  func identifiers() throws {
    let home = try home(of: 1)
    home.organize("add", "5", "tea")
    #expect(home.organize("verify", "q99").status == 66)
    #expect(home.organize("verify", "nothing").status == 64)
    let outcome = home.organize("verify", "q1", "q2")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("q2 has no file here.\nRead 1 file with 364 B."))
  }

  @Test("without a decoder it is tried again later, and nothing is said of any recording")
  func noDecoder() throws {
    let home = try home(of: 2)
    let lone = home.folder["mm-organize"]
    writeFile(lone, try #require(readFile(BuiltProgram.path("mm-organize"))))
    chmod(lone, 0o755)
    let outcome = BuiltProgram.run(
      lone, ["verify", "--decode"] + home.places,
      environment: Household.quiet.merging(["XDG_STATE_HOME": home.folder["state"]]) { $1 })
    #expect(outcome.status == 75)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("There is no program"))
  }
}
