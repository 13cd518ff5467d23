import Records
import TestSupport
import Testing

@testable import Audio
@testable import Containers

@Suite("Files that the system cannot read to their end")
struct UnreadableFileTests {
  @Test("The error of the system is kept, whatever the library makes of it", arguments: [1, 3])
  func readError(_ seconds: Int) throws {
    for bytes in [
      Wave.tone(frames: 16_000 * seconds),
      SampleRecording(format: 0x17_0002, seconds: seconds).bytes,
    ] {
      let file = try UnreadableTail(after: bytes)
      let stretch = FileStretch(try file.open(), from: file.start, size: file.size)
      // What could be read is a report that breaks off, or none.
      _ = try? SoundFile(stretch, isPart: true).decodeToEnd()
      #expect(stretch.fault?.description.contains("pread") == true)
    }
  }

  @Test("Nothing is said of such a recording but that")
  func answer() throws {
    let file = try UnreadableTail(after: Wave.tone(frames: 32_000))
    let stretch = FileStretch(try file.open(), from: file.start, size: file.size)
    stretch.readThrough()
    guard case .unreadable(let why) = DecoderAnswer(decoding: stretch) else {
      return #expect(Bool(false), "a recording that cannot be read is neither good nor bad")
    }
    #expect(why.contains("pread"))
  }
}
