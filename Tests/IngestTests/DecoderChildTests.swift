import Configuration
import Linux
import Records
import TestSupport
import Testing

@testable import Ingest

@Suite struct DecoderChildTests {
  private let folder = TemporaryFolder()
  private let program = BuiltProgram.path(DecoderLocation.name)

  private func rules(_ program: String, seconds: Int = 60) -> DecoderRules {
    var settings = DecoderSettings()
    settings.timeout = .seconds(seconds)
    return DecoderRules(program: program, settings: settings)
  }

  private func file(_ bytes: [UInt8]) throws -> Descriptor {
    writeFile(folder["recording"], bytes)
    return try Descriptor(opening: folder["recording"])
  }

  /// Decodes a recording of so many frames and expects as many back.
  private func expectDecoding(by child: DecoderChild, frames: Int = 800) throws {
    let answer = try child.decode(
      try file(Wave.tone(frames: frames)), timeout: .seconds(60))
    guard case .report(let report) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(report.frames == Int64(frames))
    #expect(report.format == "wav")
  }

  @Test("One process decodes file after file, and keeps none of them open")
  func persistent() throws {
    let child = DecoderChild(rules(program))
    #expect(child.processIdentifier == nil)
    try expectDecoding(by: child)
    let first = try #require(child.processIdentifier)
    for frames in 801...850 { try expectDecoding(by: child, frames: frames) }
    _ = try child.decode(try file(Array("text".utf8)), timeout: .seconds(60))
    #expect(child.processIdentifier == first)
    // Only root may look.
    #expect(CurrentProcess.user != 0 || listFolder("/proc/\(first)/fd") == ["3"])
  }

  @Test(
    "The file keeps its position, and one that is open for writing comes to the decoder for reading only"
  )
  func borrowed() throws {
    writeFile(folder["draft"], Wave.tone(frames: 100))
    let draft = try Descriptor(opening: folder["draft"], [.readWrite])
    #expect(try draft.read(upTo: 10).count == 10)
    let answer = try DecoderChild(rules(program)).decode(draft, timeout: .seconds(60))
    guard case .report = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(try draft.read(upTo: 4) == Array(Wave.tone(frames: 100)[10..<14]))
  }

  @Test("A process that died while it was idle is replaced, and the next file is not blamed")
  func idleDeath() throws {
    let child = DecoderChild(rules(program))
    try expectDecoding(by: child)
    let first = try #require(child.processIdentifier)
    try CurrentProcess.send(signal: 9, to: first)
    awaitEnd(of: first)
    try expectDecoding(by: child)
    #expect(child.processIdentifier != first)
  }

  @Test(
    "A process that hangs is killed and reaped when the time is over, and the next file gets another"
  )
  func hanging() throws {
    let child = DecoderChild(rules(program))
    try expectDecoding(by: child)
    let first = try #require(child.processIdentifier)
    try CurrentProcess.send(signal: 19, to: first)
    #expect(throws: DecoderFault.timedOut) {
      try child.decode(try file(Wave.tone(frames: 10)), timeout: .milliseconds(50))
    }
    #expect(throws: SystemError.self) { try fileStatus(at: "/proc/\(first)") }
    try expectDecoding(by: child)
  }

  @Test("A process that is let go of leaves no zombie")
  func reaped() throws {
    var child: DecoderChild? = DecoderChild(rules(program))
    try expectDecoding(by: try #require(child))
    let process = try #require(child?.processIdentifier)
    child = nil
    #expect(throws: SystemError.self) { try fileStatus(at: "/proc/\(process)") }
  }

  @Test("A program that is not there is missing")
  func missing() throws {
    let child = DecoderChild(rules(folder["nothing"]))
    #expect(throws: DecoderFault.missing(folder["nothing"])) {
      try child.decode(try file(Wave.tone(frames: 10)), timeout: .seconds(60))
    }
    #expect(DecoderFault.missing("x").waitingCode == .decoderMissing)
  }

  @Test("A program that is there and may not be run is not called missing, and it is said why")
  func notExecutable() throws {
    writeFile(folder["program"], Array("#!/bin/sh\n".utf8))
    let child = DecoderChild(rules(folder["program"]))
    let fault = #expect(throws: DecoderFault.self) {
      try child.decode(try file(Wave.tone(frames: 10)), timeout: .seconds(60))
    }
    #expect(fault?.waitingCode == .decoderMissing)
    #expect(
      fault?.description
        == "The program \(folder["program"]) cannot be run: Permission denied. It must be executable (chmod a+rx), and its file system not mounted noexec."
    )
  }

  private static let greet =
    "open(my $parent, '+<&=', 3); syswrite($parent, '\(String(decoding: DecoderGreeting(gaps: []).message, as: UTF8.self))');"

  private static let gap = ConfinementGap(.landlock, because: "none here")

  private static let greetWithGap = greet.replacing(
    #""gaps":[]"#, with: #""gaps":[["landlock","none here"]]"#)

  /// What comes of a decoder that is a Perl script.
  private func fault(of script: String, seconds: Int = 60) throws -> DecoderFault? {
    let child = DecoderChild(rules(ScriptedProgram.perl(script, in: folder), seconds: seconds))
    let recording = try file(Wave.tone(frames: 10))
    do throws(DecoderFault) {
      let answer = try child.decode(recording, timeout: .seconds(60))
      Issue.record("\(answer)")
      return nil
    } catch {
      #expect(child.processIdentifier == nil)
      return error
    }
  }

  @Test("A process that dies with the file in hand says how, and the file is to blame")
  func death() throws {
    let killed = try fault(of: Self.greet + "sysread($parent, my $b, 64); kill 'SEGV', $$; sleep")
    #expect(killed == .died(.killed(signal: 11)))
    #expect(killed?.quarantineCode == .decoderCrashed)
    let ended = try fault(of: Self.greet + "sysread($parent, my $b, 64); exit 3")
    #expect(ended == .died(.exited(status: 3)))
    let unread = try fault(
      of: Self.greet
        + "vec(my $set, 3, 1) = 1; select($set, undef, undef, undef); kill 'ABRT', $$; sleep")
    #expect(unread == .died(.killed(signal: 6)))
  }

  @Test("Memory and our own confinement are no fault of the file")
  func worldsFault() throws {
    let killed = try fault(of: Self.greet + "sysread($parent, my $b, 64); kill 'KILL', $$; sleep")
    #expect(killed == .died(.killedForMemory))
    #expect(killed?.quarantineCode == nil)
  }

  @Test("Processor time that runs out is time that runs out, and each file gets its own")
  func processorTime() throws {
    let burning = try fault(of: Self.greet + "sysread($parent, my $b, 64); 1 while 1", seconds: 1)
    #expect(burning == .timedOut)
    #expect(burning?.quarantineCode == .decoderTimeout)
    // A fifth of a second each, two at a time: together more than one limit for all of them would allow.
    let script =
      Self.greet
      + "sub spent { my ($user, $system) = times; $user + $system } "
      + "while (sysread($parent, my $b, 64)) { my $t = spent(); 1 while spent() < $t + 0.2;"
      + #" syswrite($parent, $b . '{"rejected":"not-audio","detail":""}') }"#
    let child = DecoderChild(
      rules(ScriptedProgram.perl(script, in: folder), seconds: 1))
    let recording = try file(Wave.tone(frames: 10))
    #expect(try child.send(recording))
    for _ in 1...14 {
      #expect(try child.send(recording))
      _ = try child.nextAnswer(timeout: .seconds(60))
    }
  }

  @Test(
    "A decoder that cannot read a file answers the next one, and the memo waits for the store's disk"
  )
  func unreadable() throws {
    let script =
      Self.greet + "while (sysread($parent, my $b, 64)) { syswrite($parent, substr($b, 0, 4) . "
      + #"'{"unreadable":"pread: Input/output error"}') }"#
    let child = DecoderChild(rules(ScriptedProgram.perl(script, in: folder)))
    let recording = try file(Wave.tone(frames: 10))
    let first = try child.decode(recording, timeout: .seconds(60))
    #expect(first == .unreadable("pread: Input/output error"))
    let process = try #require(child.processIdentifier)
    _ = try child.decode(recording, timeout: .seconds(60))
    #expect(child.processIdentifier == process)
    guard case .concluded(.fault(let code, let message)) = Examination.unreadableCopy("EIO") else {
      return #expect(Bool(false), "it waits")
    }
    #expect(code == .retry && message.contains("store's disk"))
  }

  @Test("A decoder that lacks a step is not used where confinement is required")
  func unconfined() throws {
    let fault = try fault(of: Self.greetWithGap + "sleep")
    #expect(fault == .unconfined([Self.gap]))
    #expect(fault?.waitingCode == .decoderUnconfined)
    #expect(fault?.quarantineCode == nil)
    #expect(fault?.description == "The decoder cannot be confined: landlock: none here.")
  }

  @Test("With best effort a decoder that lacks a step is used, and it is known what it lacks")
  func bestEffort() throws {
    let script =
      Self.greetWithGap
      + #"sysread($parent, my $b, 64); syswrite($parent, $b . '{"rejected":"not-audio","detail":""}');"#
      + "sleep"
    var rules = rules(ScriptedProgram.perl(script, in: folder))
    rules.confinement = .bestEffort
    let seen = SeenConfinement()
    #expect(seen.json["confinement"] == .null)
    let child = DecoderChild(rules) { seen.note($0) }
    let answer = try child.decode(try file(Wave.tone(frames: 10)), timeout: .seconds(60))
    #expect(answer == .rejected(.init(reason: .notAudio, detail: "")))
    #expect(seen.json["confinement"] == "partial")
    #expect(seen.json["gaps"] == [["step": "landlock", "message": "none here"]])
    seen.note(ConfinementStep.allCases.map { ConfinementGap($0, because: "") })
    #expect(seen.json["confinement"] == "none")
    seen.note([])
    #expect(seen.json["confinement"] == "full")
  }

  @Test("The decoder that runs has given up what its greeting says it has")
  func confined() throws {
    let child = DecoderChild(rules(program))
    try child.prepare()
    let process = try #require(child.processIdentifier)
    let read = { (name: String) in
      String(decoding: readFile("/proc/\(process)/\(name)") ?? [], as: UTF8.self)
    }
    #expect(listFolder("/proc/\(process)/task").count == 1)
    #expect(read("environ").isEmpty)
    #expect(read("status").contains("NoNewPrivs:\t1\n"))
    #expect(read("status").contains("Seccomp:\t2\n"))
    let limits = read("limits").split(separator: "\n").map { line in
      line.split(separator: " ").filter { !$0.isEmpty }
    }
    let most = { (name: String) in
      limits.first { $0.joined(separator: " ").hasPrefix(name) }?.last { Int($0) != nil }
    }
    #expect(most("Max address space") == "\(512 << 20)")
    #expect(most("Max open files") == "16")
    #expect(most("Max file size") == "0")
    #expect(most("Max core file size") == "0")
    // What is not dumpable belongs to root in /proc, whoever runs it.
    #expect(try fileStatus(at: "/proc/\(process)/environ").owner == 0)
  }

  @Test("The least memory that can be configured is enough for a memo")
  func leastMemory() throws {
    var rules = rules(program)
    rules.memory = 256 << 20
    try expectDecoding(by: DecoderChild(rules))
  }

  @Test("A process that hangs up and lives on does not hold up its parent")
  func hangUp() throws {
    let fault = try fault(
      of: Self.greet
        + "sysread($parent, my $b, 64); close $parent; require POSIX; POSIX::close(3); sleep")
    #expect(fault == .died(.lingered))
    #expect(fault?.quarantineCode == .decoderCrashed)
  }

  @Test(
    "Of several files in hand the first alone is to blame, and the others can be handed over again")
  func severalInHand() throws {
    let script =
      Self.greet
      + "sysread($parent, my $b, 64); for (1..3) { sysread($parent, my $other, 64) }"
      + #"syswrite($parent, $b . '{"rejected":"not-audio","detail":"first"}');"#
      + "kill 'SEGV', $$; sleep"
    let child = DecoderChild(rules(ScriptedProgram.perl(script, in: folder)))
    let recording = try file(Wave.tone(frames: 10))
    for _ in 1...4 { #expect(try child.send(recording)) }
    let answer = try child.nextAnswer(timeout: .seconds(60))
    #expect(answer == .rejected(.init(reason: .notAudio, detail: "first")))
    #expect(throws: DecoderFault.died(.killed(signal: 11))) {
      try child.nextAnswer(timeout: .seconds(60))
    }
    #expect(child.filesInHand == 0)
    #expect(try child.send(recording))
  }

  @Test("An answer too many is never taken for the next file's")
  func answersTwice() throws {
    let script =
      Self.greet
      + "while (sysread($parent, my $b, 64)) {"
      + #" for (1, 2) { syswrite($parent, $b . '{"rejected":"not-audio","detail":""}') } }"#
    let child = DecoderChild(rules(ScriptedProgram.perl(script, in: folder)))
    let recording = try file(Wave.tone(frames: 10))
    // While nothing is in hand, what it says is nobody's answer, and no file is to blame.
    for _ in 1...3 { _ = try child.decode(recording, timeout: .seconds(60)) }
    for _ in 1...2 { #expect(try child.send(recording)) }
    _ = try child.nextAnswer(timeout: .seconds(60))
    #expect(throws: DecoderFault.self) { try child.nextAnswer(timeout: .seconds(60)) }
    #expect(child.processIdentifier == nil)
  }

  @Test("A process that ends before it greets is no fault of the file")
  func noStart() throws {
    let fault = try fault(of: "exit 127")
    // As the dynamic linker ends a program whose libraries are missing, or do not fit into its memory.
    #expect(fault == .didNotStart(DecoderFault.died(.exited(status: 127)).description))
    #expect(
      try self.fault(of: "exit 3") == .didNotStart("The decoder ended by itself with status 3."))
    #expect(fault?.quarantineCode == nil)
    #expect(fault?.waitingCode == .decoderMissing)
  }

  @Test("A decoder of another version is not used")
  func otherVersion() throws {
    let fault = try fault(
      of: "open(my $p, '+<&=', 3); syswrite($p, '{\"moneymom-decoder\":99}'); sleep")
    guard case .didNotStart(let sentence)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(sentence.hasSuffix("is of another version than this program."))
  }

  @Test(
    "Garbage and floods are no answers",
    arguments: ["'garbage'", "'x' x 100_000", "'{\"report\":{}}'"])
  func garbage(_ words: String) throws {
    let fault = try fault(
      of: Self.greet + "sysread($parent, my $b, 64); syswrite($parent, \(words)); sleep")
    guard case .garbage? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(fault?.quarantineCode == .decoderCrashed)
  }

  @Test("A19: what the decoding libraries print reaches no log")
  func silent() throws {
    let errors = folder["errors"]
    let script = ScriptedProgram.shell("exec \(program) \"$@\" 2>\(errors)", in: folder)
    let child = DecoderChild(rules(script))
    // A frame of an MPEG stream, then text: what libmpg123 has most to say of.
    let stream: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    for bytes in [
      Array("a text named memo.mp3".utf8), stream + stream + Array("lost".utf8) + stream,
    ] {
      _ = try child.decode(try file(bytes), timeout: .seconds(60))
    }
    #expect(readFile(errors) == [])
  }

  /// Waits until a process is a zombie, without reaping it.
  private func awaitEnd(of process: Int32) {
    while let text = readFile("/proc/\(process)/stat"),
      !String(decoding: text, as: UTF8.self).contains(") Z ")
    {}
  }
}
