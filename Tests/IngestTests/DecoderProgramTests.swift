import Configuration
import Linux
import Records
import TestSupport
import Testing

@testable import Ingest

@Suite struct DecoderProgramTests {
  private let folder = TemporaryFolder()
  private let program = BuiltProgram.path(DecoderLocation.name)

  @Test("Started by hand, the decoder says what it is for and ends with 64")
  func byHand() {
    let outcome = BuiltProgram.run(program)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("mm-ingestd"))
    let help = BuiltProgram.run(program, ["--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("mm-ingestd"))
    #expect(help.errors.isEmpty)
    let version = BuiltProgram.run(program, ["--version"])
    #expect(version.status == 0)
    #expect(version.output.hasPrefix("mm-decoder "))
    #expect(BuiltProgram.run(program, ["memo.wav"]).status == 64)
  }

  @Test("The decoder stands in libexec of the prefix, or beside the program in a build folder")
  func location() throws {
    try makeDirectories(folder["usr/bin"])
    try makeDirectories(folder["usr/libexec/moneymom"])
    let near = folder["usr/bin/mm-ingestd"]
    let installed = folder["usr/libexec/moneymom/mm-decoder"]
    #expect(DecoderLocation.find(near: near) == installed)
    writeFile(folder["usr/bin/mm-decoder"], "")
    #expect(DecoderLocation.find(near: near) == folder["usr/bin/mm-decoder"])
    writeFile(installed, "")
    #expect(DecoderLocation.find(near: near) == installed)
  }

  @Test("The decoder ends when its parent closes the socket")
  func endsWithSocket() throws {
    let pair = try PacketSocket.makePair()
    let child = try ChildProcess(
      running: program, arguments: ["--memory", "268435456"], socket: pair.theirs.descriptor)
    let process = child.identifier
    do {
      let ours = pair.keepOurs()
      #expect(try ours.receive(capacity: 100)?.bytes == DecoderGreeting(gaps: []).message)
    }
    while let text = readFile("/proc/\(process)/stat"),
      !String(decoding: text, as: UTF8.self).contains(") Z ")
    {}
    #expect(child.ending() == .exited(status: 0))
  }

  @Test("The decoder dies with a parent that is killed, even while somebody else holds the socket")
  func diesWithParent() throws {
    let pair = try PacketSocket.makePair()
    let parent = ScriptedProgram.shell("\(program) --memory 268435456\nexit 0", in: folder)
    let child = try ChildProcess(running: parent, socket: pair.theirs.descriptor)
    let ours = pair.keepOurs()
    #expect(try ours.receive(capacity: 100)?.bytes == DecoderGreeting(gaps: []).message)
    try CurrentProcess.send(signal: 9, to: child.identifier)
    #expect(try ours.waitUntilReadable(timeout: .seconds(60)))
    #expect(try ours.receive(capacity: 100) == nil)
  }

  @Test(
    "The spoken memos are what their README says",
    arguments: [
      ("lunch.wav", "wav", "pcm_s16", 2248), ("coffee.flac", "flac", "flac", 1925),
      ("salary.opus", "ogg", "opus", 2176), ("taxi.mp3", "mp3", "mp3", 2214),
      ("午餐.wav", "wav", "pcm_s16", 2483),
    ])
  func recordings(_ name: String, _ format: String, _ codec: String, _ milliseconds: Int64) throws {
    let recordings =
      #filePath.dropLast("IngestTests/DecoderProgramTests.swift".count) + "ProgramTests/Recordings/"
    let answer = try DecoderChild(
      DecoderRules(program: program, settings: DecoderSettings())
    ).decode(
      try Descriptor(opening: recordings + name), timeout: .seconds(60))
    guard case .report(let report) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(report.format == format)
    #expect(report.codec == codec)
    #expect(report.durationMilliseconds == milliseconds)
    #expect(report.reviewNotes.isEmpty)
  }
}
