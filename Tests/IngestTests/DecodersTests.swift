import Configuration
import Linux
import Records
import TestSupport
import Testing

@testable import Ingest

@Suite("The second decoder, asked about what the first has decoded")
struct DecodersTests {
  private let folder = TemporaryFolder()

  private static let greet =
    "open(my $parent, '+<&=', 3); syswrite($parent, '\(String(decoding: DecoderGreeting(gaps: []).message, as: UTF8.self))');"

  /// What is made of a first report of 8,000 frames where the file holds 40,000, and the second decoder is this Perl script.
  private func report(_ script: String) throws(DecoderFault) -> AudioReport? {
    let second = ScriptedProgram.perl(script, in: folder)
    makeLink(folder["decoder-av"], to: second)
    let rules = DecoderRules(program: folder["decoder"], settings: DecoderSettings())
    var doubtful = AudioReport(
      format: "mp3", codec: "mp3", sampleRate: 8_000, channels: 1, frames: 8_000,
      claimedFrames: nil, peak: -600, rms: -1_200, waveform: [UInt8](repeating: 9, count: 200))
    doubtful.countedFrames = 40_000
    writeFile(folder["recording"], [1, 2, 3])
    let file: Descriptor
    do { file = try Descriptor(opening: folder["recording"]) } catch { throw .system(error) }
    let answer = try Decoders(rules).reconsider(
      .report(doubtful), of: file, timeout: .seconds(60))
    guard case .report(let settled) = answer else { return nil }
    return settled
  }

  @Test(
    "One that dies, hangs or needs too much memory over it leaves the first one's answer, with a note",
    arguments: [
      "kill 'SEGV', $$; sleep", "syswrite($parent, 'no answer'); sleep",
      "syswrite($parent, $b . '{\"rejected\":\"out-of-memory\",\"detail\":\"\"}'); sleep",
    ])
  func failing(_ end: String) throws {
    let settled = try report(Self.greet + "sysread($parent, my $b, 64);" + end)
    #expect(settled?.frames == 8_000)
    #expect(settled?.claimedFrames == 40_000)
    #expect(settled?.countedFrames == nil)
    #expect(settled?.reviewNotes.map(\.code) == [.truncated])
  }

  @Test("One that dies once is asked again, and believed")
  func again() throws {
    let marker = folder["asked"]
    let settled = try report(
      Self.greet
        + "sysread($parent, my $b, 64); unless (-e '\(marker)') {"
        + " open(my $m, '>', '\(marker)'); kill 'SEGV', $$; sleep }"
        + "syswrite($parent, $b . '{\"rejected\":\"not-audio\",\"detail\":\"\"}'); sleep")
    #expect(settled?.frames == 8_000)
    #expect(readFile(marker) != nil)
  }

  @Test("One that cannot read the file settles nothing")
  func unreadable() throws {
    let settled = try report(
      Self.greet
        + "sysread($parent, my $b, 64);"
        + "syswrite($parent, $b . '{\"unreadable\":\"pread: Input/output error\"}'); sleep")
    #expect(settled == nil)
  }

  @Test("Where the world is at fault the memo waits")
  func worldsFault() throws {
    #expect(throws: DecoderFault.died(.killedForMemory)) {
      _ = try report(Self.greet + "sysread($parent, my $b, 64); kill 'KILL', $$; sleep")
    }
  }
}
