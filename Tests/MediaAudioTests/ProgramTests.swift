import Linux
import Records
import TestSupport
import Testing

@Suite struct ProgramTests {
  private let program = BuiltProgram.path("mm-decoder-av")

  @Test("The program answers file after file as its sister does, and ends with its parent's socket")
  func protocolOfTheDecoder() throws {
    let pair = try PacketSocket.makePair()
    let child = try ChildProcess(
      running: program, arguments: ["--memory", "536870912"], socket: pair.theirs.descriptor)
    do {
      let socket = pair.keepOurs()
      let greeting = try socket.receive(capacity: DecoderGreeting.longestMessage)?.bytes
      #expect(greeting == DecoderGreeting(gaps: []).message)
      for name in SampleMedia.names + SampleMedia.names {
        try socket.send([7], passing: try Descriptor(opening: SampleMedia.path(name)))
        let message = try socket.receive(capacity: DecoderAnswer.longestMessage)?.bytes ?? []
        #expect(message.first == 7)
        let answer = try DecoderAnswer(message: Array(message.dropFirst()))
        #expect(answer == decode(SampleMedia.bytes(name)))
      }
    }
    let ending = child.ending()
    #expect(ending == .exited(status: 0))
  }

  @Test("It opens no file and starts no thread while it decodes")
  func opensNothing() throws {
    let pair = try PacketSocket.makePair()
    let child = try ChildProcess(
      running: program, arguments: ["--memory", "536870912"], socket: pair.theirs.descriptor)
    let socket = pair.keepOurs()
    let process = child.identifier
    _ = try socket.receive(capacity: DecoderGreeting.longestMessage)
    let before = listFolder("/proc/\(process)/fd")
    for name in SampleMedia.names {
      try socket.send([0], passing: try Descriptor(opening: SampleMedia.path(name)))
      _ = try socket.receive(capacity: DecoderAnswer.longestMessage)
      let threads = listFolder("/proc/\(process)/task")
      #expect(threads.count == 1)
      let after = listFolder("/proc/\(process)/fd")
      #expect(after == before)
    }
  }

  @Test("With too little memory for a recording it says that, and never that there is none")
  func littleMemory() throws {
    var answers: [DecoderAnswer] = []
    for memory in stride(from: 170_000_000, through: 260_000_000, by: 1_500_000) {
      let pair = try PacketSocket.makePair()
      let child = try ChildProcess(
        running: program, arguments: ["--memory", "\(memory)"], socket: pair.theirs.descriptor)
      do {
        let socket = pair.keepOurs()
        // Below some size it does not come so far.
        guard try socket.receive(capacity: DecoderGreeting.longestMessage) != nil else { continue }
        try socket.send([7], passing: try Descriptor(opening: SampleMedia.path("slow.aac")))
        guard let message = try socket.receive(capacity: DecoderAnswer.longestMessage) else {
          continue
        }
        answers.append(try DecoderAnswer(message: Array(message.bytes.dropFirst())))
      }
      _ = child.ending()
    }
    #expect(answers.compactMap(\.rejection).allSatisfy { $0.reason == .outOfMemory }, "\(answers)")
    #expect(answers.contains { $0.report != nil })
    #expect(answers.contains { $0.rejection != nil })
  }

  @Test("Started by hand, it says what it is for and ends with 64")
  func byHand() {
    let outcome = BuiltProgram.run(program)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("mm-ingestd"))
    let version = BuiltProgram.run(program, ["--version"])
    #expect(version.output.hasPrefix("mm-decoder-av "))
  }
}
