import CSndFile
import Linux
import Records
import TestSupport
import Testing

/// The decoder as it runs under its confinement, against the same code without: a system call that some format takes
/// and the filter forbids would show here.
@Suite struct ConfinedDecodingTests {
  private let folder = TemporaryFolder()

  /// What one confined decoder says of each file; nil from the one on over which it ended.
  private func confined(_ files: [[UInt8]]) throws -> [DecoderAnswer?] {
    let pair = try PacketSocket.makePair()
    let child = try ChildProcess(
      running: BuiltProgram.path("mm-decoder"), arguments: ["--memory", "\(512 << 20)"],
      socket: pair.theirs.descriptor)
    let ours = pair.keepOurs()
    let greeting = try ours.receive(capacity: DecoderGreeting.longestMessage)?.bytes ?? []
    #expect(try DecoderGreeting(message: greeting).gaps == [])
    var answers: [DecoderAnswer?] = []
    for bytes in files {
      writeFile(folder["file"], bytes)
      let file = try Descriptor(opening: folder["file"])
      guard (try? ours.send([0], passing: file)) != nil,
        let message = try? ours.receive(capacity: DecoderAnswer.longestMessage)?.bytes
      else {
        Issue.record("\(child.ending())")
        return answers + [nil]
      }
      answers.append(try DecoderAnswer(message: Array(message.dropFirst())))
    }
    return answers
  }

  /// Every kind of file that the library can write with one channel of 16 kHz.
  private static let kinds: [Int] = {
    let folder = TemporaryFolder()
    var kinds: [Int] = []
    for major in formats(SFC_GET_FORMAT_MAJOR_COUNT, SFC_GET_FORMAT_MAJOR) {
      for sub in formats(SFC_GET_FORMAT_SUBTYPE_COUNT, SFC_GET_FORMAT_SUBTYPE) {
        var info = SF_INFO()
        info.samplerate = 16_000
        info.channels = 1
        info.format = Int32(major | sub)
        // Two need a name, which a descriptor has not: SD2's second file, and RAW, which nothing tells from noise.
        let isPlain = major != SF_FORMAT_SD2 && major != SF_FORMAT_RAW
        guard isPlain, sf_format_check(&info) != 0,
          // Some that it says it knows it cannot write after all.
          let handle = sf_open(folder["trial"], Int32(SFM_WRITE), &info)
        else { continue }
        sf_close(handle)
        kinds.append(major | sub)
      }
    }
    return kinds
  }()

  private static func formats(_ count: Int, _ entry: Int) -> [Int] {
    var number: Int32 = 0
    sf_command(nil, Int32(count), &number, Int32(MemoryLayout<Int32>.size))
    return (0..<number).map { index in
      var information = SF_FORMAT_INFO()
      information.format = index
      sf_command(
        nil, Int32(entry), &information, Int32(MemoryLayout<SF_FORMAT_INFO>.size))
      return Int(information.format)
    }
  }

  @Test("Every format that libsndfile writes is decoded the same under confinement")
  func everyFormat() throws {
    let files = Self.kinds.map { SampleRecording(format: $0, seconds: 1).bytes }
    #expect(files.count > 60)
    for (index, answer) in try confined(files).enumerated() {
      let kind = String(Self.kinds[index], radix: 16)
      #expect(answer == decode(files[index]), "format \(kind)")
    }
    for kind in FormatTests.kinds { #expect(Self.kinds.contains(kind.number), "\(kind)") }
  }

  @Test("What is cut, damaged or no recording gets the same answer under confinement")
  func everyDamage() throws {
    var files: [[UInt8]] = [[], Array("a text".utf8), [UInt8](repeating: 0, count: 4096)]
    for kind in FormatTests.kinds {
      var sample = SampleRecording(format: kind.number, seconds: 1)
      sample.texts = [(SF_STR_TITLE, "午餐"), (SF_STR_COMMENT, "at the market")]
      let whole = sample.bytes
      for part in [8, 3, 2] { files.append(Array(whole.prefix(whole.count / part))) }
      var damaged = whole
      for step in 1...20 { damaged[12 + step * 7919 % (damaged.count - 12)] ^= 0xA5 }
      files.append(damaged)
    }
    for (file, answer) in zip(files, try confined(files)) {
      #expect(answer == decode(file), "\(file.count) bytes")
    }
  }
}
