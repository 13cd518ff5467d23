import Linux
import Records
import TestSupport
import Testing

@testable import MediaAudio

@Suite struct RejectionTests {
  private let folder = TemporaryFolder()

  /// Texts that name another file, as libavformat's demuxers of lists and scripts would read them.
  private static func lists(naming path: String) -> [String] {
    [
      "ffconcat version 1.0\nfile '\(path)'\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n\(path)\n#EXT-X-ENDLIST\n",
      "#EXTM3U\n#EXT-X-MAP:URI=\"file://\(path)\"\n#EXTINF:1,\nfile://\(path)\n",
      "subfile,,start,0,end,0,,:\(path)\n",
      "concat:\(path)|\(path)\n", "file:\(path)\n", "data:audio/x-m4a;base64,AAAA\n",
      "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><BaseURL>\(path)</BaseURL></MPD>",
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n",
      "[playlist]\nFile1=\(path)\nNumberOfEntries=1\n", "[Reference]\nRef1=\(path)\n",
    ]
  }

  @Test("A text that names another file is no recording, and nothing of that file comes out")
  func lists() throws {
    let other = folder["other.m4a"]
    writeFile(other, SampleMedia.bytes("aac.m4a"))
    for text in RejectionTests.lists(naming: other) {
      let rejection = try #require(decode(Array(text.utf8)).rejection)
      #expect(rejection.reason == .notAudio)
      #expect(!rejection.detail.contains("other"))
    }
  }

  @Test("A QuickTime file whose sound lies in another file has none, though that file is there")
  func dataReference() throws {
    let other = folder["other.m4a"]
    let whole = SampleMedia.bytes("alac.m4a")
    writeFile(other, whole)
    let answer = decode(QuickTimeReference.replace(in: whole, naming: other))
    #expect(try #require(answer.rejection).reason == .noFrames)
  }

  @Test(
    "What begins like no recording is none",
    arguments: [
      Array("hello, this is a text that is long enough".utf8), Array("%PDF-1.7\n".utf8),
      [UInt8](repeating: 0, count: 4096), [UInt8](repeating: 0xFF, count: 4096),
      [0xFF, 0xFE] + Array("a\0 \0t\0e\0x\0t\0".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A],
      Array("GIF89a".utf8) + [UInt8](repeating: 1, count: 100),
    ])
  func others(_ bytes: [UInt8]) throws {
    #expect(try #require(decode(bytes).rejection).reason == .notAudio)
  }

  @Test("Noise that begins as a recording does is refused, whatever it begins as")
  func noise() throws {
    var numbers = SeededNumbers(state: 7)
    for name in SampleMedia.names {
      for length in [0, 8, 16, 32, 64, 256] {
        let noise = (0..<5000).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
        let answer = decode(Array(SampleMedia.bytes(name).prefix(length)) + noise)
        #expect(try DecoderAnswer(message: answer.message) == answer)
      }
    }
  }

  @Test("A beginning that is shorter than a signature may still be arriving")
  func short() throws {
    for text in ["#!A", "Ogg", "ca", "\u{1A}"] {
      #expect(try #require(decode(Array(text.utf8)).rejection).reason == .unfinished)
    }
  }

  @Test("A rate beyond what sound has is refused by name")
  func impossibleRate() throws {
    // Bytes 24 to 27 of a WAV: the sample rate.
    var bytes = Wave.tone(frames: 8000)
    bytes.replaceSubrange(24..<28, with: [0x00, 0x00, 0x10, 0x00])
    let rejection = try #require(decode(bytes).rejection)
    #expect(rejection.reason == .badParameters)
    #expect(rejection.detail.contains("1048576 Hz"))
  }

  @Test(
    "Channels and rates are held to the limits of what is possible",
    arguments: [
      (33, 16_000, false), (255, 16_000, false), (1, 999, false), (1, 768_001, false),
      (32, 1000, true), (1, 768_000, true),
    ])
  func limits(_ channels: Int, _ sampleRate: Int, _ isPossible: Bool) throws {
    let answer = decode(Wave.tone(frames: 500, sampleRate: sampleRate, channels: channels))
    if isPossible {
      #expect(answer.report?.channels == channels)
      #expect(answer.report?.sampleRate == sampleRate)
    } else {
      #expect(answer.rejection?.reason == .badParameters)
    }
  }
}
