import JSON
import TestSupport
import Testing

/// Headers that have made a decoding library go wrong, through the whole of the programs.
@Suite("Headers that break decoding libraries", .fewAtATime)
struct HostileHeaderTests {
  private let home = Household()

  private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8], size: UInt32? = nil) -> [UInt8] {
    Array(name.utf8) + little(UInt64(size ?? UInt32(content.count)), 4) + content
  }

  private static func format(channels: Int) -> [UInt8] {
    chunk("fmt ", Array(Wave.header(dataBytes: 0, sampleRate: 8000, channels: channels)[20..<36]))
  }

  /// Sound memos before and after, one run of the daemon, and how many records and items come of it.
  private func run(_ recordings: [[UInt8]]) throws -> (records: [JSONObject], items: [JSONObject]) {
    home.drop("before.wav", seed: 1, sidecar: #"{"note": "sound"}"#)
    for (number, bytes) in recordings.enumerated() {
      dropFile("hostile\(number).wav", into: home.inbox, bytes)
    }
    home.drop("after.wav", seed: 2, sidecar: #"{"note": "sound"}"#)
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--once", "--now"] + home.places,
      environment: Household.quiet.merging(["MONEYMOM_DECODER_TIMEOUT": "2s"]) { $1 })
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(home.inboxIsEmpty)
    let records = try home.records("list")
    #expect(records.count { $0["note"]?.string == "sound" } == 2)
    try home.expectSoundStore()
    return (
      records.filter { $0["note"]?.string != "sound" }, try home.records("quarantine", "list")
    )
  }

  @Test(
    "A15: a WAV of 157 bytes with a wrong size in its INFO list holds nobody up, whatever the size")
  func informationSizes() throws {
    let sizes: [UInt32] = [
      0, 1, 3, 0x7F, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF8, 0xFFFF_FFFF,
    ]
    let recordings = sizes.map { size in
      let list =
        Array("INFO".utf8) + Self.chunk("ISFT", Array("Lavf58.29.100\0".utf8))
        + Self.chunk("ICMT", Array("spoken\0\0".utf8), size: size)
      var bytes = Self.format(channels: 1) + Self.chunk("LIST", list, size: size)
      let rest = 157 - 12 - bytes.count - 8
      bytes += Self.chunk("data", [UInt8](repeating: 1, count: rest))
      return Array("RIFF".utf8) + Self.little(149, 4) + Array("WAVE".utf8) + bytes
    }
    #expect(recordings.allSatisfy { $0.count == 157 })
    let (records, items) = try run(recordings)
    #expect(records.count + items.count == sizes.count)
    #expect(items.allSatisfy { $0["code"]?.string != "decoder-crashed" })
  }

  @Test("A16: an RF64 that changes from 1 to 255 channels is no recording of either")
  func channelsTwice() throws {
    let sound = [UInt8](repeating: 3, count: 255 * 2 * 20)
    let sizes = Self.chunk(
      "ds64",
      Self.little(UInt64(sound.count + 100), 8) + Self.little(UInt64(sound.count), 8)
        + Self.little(20, 8) + Self.little(0, 4))
    let bytes =
      Array("RF64".utf8) + Self.little(0xFFFF_FFFF, 4) + Array("WAVE".utf8) + sizes
      + Self.format(channels: 1) + Self.format(channels: 255)
      + Self.chunk("data", sound, size: 0xFFFF_FFFF)
    let (records, items) = try run([bytes])
    #expect(records.isEmpty)
    #expect(items.map { $0["code"]?.string } == ["bad-parameters"])
  }

  @Test("An index that asks for more memory than there may be is set aside for that")
  func memory() throws {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Self.little(UInt64(8 + content.count), 4).reversed() + Array(name.utf8) + content
    }
    func big(_ value: UInt64) -> [UInt8] { Self.little(value, 4).reversed() }
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let entry = box(
      "mp4a",
      zeros(6) + [0, 1] + zeros(8) + [0, 1, 0, 16] + zeros(4) + big(16_000 << 16))
    // 67 million sample sizes of four bytes (ISO/IEC 14496-12, section 8.7.3), which libavformat reads into one block
    // and keeps in another; of more it makes nothing.
    let table =
      box("stsd", big(0) + big(1) + entry) + box("stsz", zeros(8) + big(67_000_000) + zeros(64))
    let media =
      box("mdhd", zeros(12) + big(16_000) + big(16_000) + zeros(4))
      + box("hdlr", zeros(8) + Array("soun".utf8) + zeros(13))
      + box("minf", box("smhd", zeros(8)) + box("stbl", table))
    let track = box("trak", box("tkhd", [0, 0, 0, 7] + zeros(80)) + box("mdia", media))
    let movie = box(
      "moov", box("mvhd", zeros(12) + big(1000) + big(1000) + zeros(80)) + track)
    let (records, items) = try run(
      [box("ftyp", Array("M4A \0\0\0\0M4A mp42".utf8)) + movie + box("mdat", zeros(100))])
    #expect(records.isEmpty)
    #expect(items.map { $0["code"]?.string } == ["decoder-memory"])
    let message = try #require(items.first?["message"]?.string)
    #expect(message.contains("more memory than the 512 MiB"))
  }
}
