import Containers
import Linux
import Records

/// A header that says less than the file holds, as a recorder leaves it that writes it now and then and dies, with what it
/// should say. It stands for as many bytes of the file. (Of WAV: `WaveHeader.FalseSize`.)
struct HeaderRepair {
  private(set) var head: [UInt8]
  /// Frames by the header as it is.
  let claimedFrames: Int64?

  /// More than any recorder writes before the sound.
  private static let longest: Int64 = 1 << 20
  /// What is shorter is no sound that went on: bytes.
  private static let least: Int64 = 256

  /// What a header has to say: a number, where, in how many bytes.
  private struct Field {
    let value: Int64
    let place: Int64
    let count: Int
  }

  /// Of the bytes after the sound, in a file whose header is read.
  enum Finding {
    case repair(HeaderRepair)
    case unplayed(AudioReport.Unplayed)
  }

  private init?(_ file: FileStretch, upTo end: Int64, _ fields: [Field], claimedFrames: Int64?) {
    guard end <= HeaderRepair.longest else { return nil }
    head = file.header(at: 0, count: Int(end))
    guard head.count == end else { return nil }
    self.claimedFrames = claimedFrames
    for field in fields {
      for index in 0..<field.count {
        let place = Int(field.place) + index
        guard head.indices.contains(place) else { return nil }
        head[place] = UInt8(truncatingIfNeeded: field.value >> (8 * (field.count - 1 - index)))
      }
    }
  }

  /// What a format's own header says of its sound.
  private struct Sound {
    let start: Int64
    let end: Int64
    /// Nil where frames have no fixed size.
    let frameBytes: Int64?
    let layout: SoundTail.Layout?
    let fields: [Field]
  }

  private static func finding(_ file: FileStretch, _ sound: Sound) -> Finding? {
    let tail = SoundTail(
      of: file, from: sound.end,
      isOdd: sound.layout == .aiff && (sound.end - sound.start) % 2 == 1, layout: sound.layout,
      least: least)
    switch tail {
    case .known: return nil
    case .unplayed(let unplayed): return .unplayed(unplayed)
    case .sound:
      if let bytes = sound.frameBytes, bytes > 0, file.size < 0x7F00_0000,
        let repair = HeaderRepair(
          file, upTo: sound.start, sound.fields,
          claimedFrames: max(0, sound.end - sound.start) / bytes)
      {
        return .repair(repair)
      }
      return .unplayed(.init(bytes: file.size - sound.end, isRecording: false))
    }
  }

  /// Sun's .snd: where the sound begins, its length, its encoding, sample rate and channels in four bytes each.
  static func ofAU(_ file: FileStretch) -> Finding? {
    let head = file.header(at: 0, count: 24)
    guard head.count == 24, head.starts(with: ".snd".utf8),
      let length = knownLength(head[8..<12].bigEndian, inFileOf: file.size)
    else { return nil }
    let start = head[4..<8].bigEndian
    let sampleBytes: [Int64: Int64] = [1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 8, 27: 1]
    let sample = sampleBytes[head[12..<16].bigEndian]
    return finding(
      file,
      Sound(
        start: start, end: start + length, frameBytes: sample.map { $0 * head[20..<24].bigEndian },
        layout: nil, fields: [Field(value: file.size - start, place: 8, count: 4)]))
  }

  /// AIFF and AIFF-C: COMM has the number of frames, SSND the sound after an offset and a block size.
  static func ofAIFF(_ file: FileStretch) -> Finding? {
    var offset: Int64 = 12
    var common: (place: Int64, frameBytes: Int64?)?
    for _ in 0..<1000 where offset < file.size {
      let head = file.header(at: offset, count: 8 + 22)
      guard head.count >= 16 else { return nil }
      let length = head[4..<8].bigEndian
      if head.starts(with: "COMM".utf8), head.count == 30 {
        let kind = length >= 22 ? String(decoding: head[26..<30], as: UTF8.self) : "NONE"
        let isPlain = ["NONE", "sowt", "twos", "fl32", "FL32", "fl64", "in24"].contains(kind)
        let frameBytes = head[8..<10].bigEndian * ((head[14..<16].bigEndian + 7) / 8)
        common = (offset + 10, isPlain ? frameBytes : nil)
      } else if head.starts(with: "SSND".utf8) {
        let start = offset + 16
        guard let common, head[8..<12].bigEndian == 0 else { return nil }
        let bytes = file.size - start
        let frames = common.frameBytes.map { $0 > 0 ? bytes / $0 : 0 } ?? 0
        return finding(
          file,
          Sound(
            start: start, end: max(start, offset + 8 + length), frameBytes: common.frameBytes,
            layout: .aiff,
            fields: [
              Field(value: file.size - 8, place: 4, count: 4),
              Field(value: frames, place: common.place, count: 4),
              Field(value: bytes + 8, place: offset + 4, count: 4),
            ]))
      }
      offset += 8 + length + length % 2
    }
    return nil
  }

  /// CAF: `desc` says how long packets are, `data` has a count of edits in four bytes before the sound.
  static func ofCAF(_ file: FileStretch) -> Finding? {
    var offset: Int64 = 8
    var frameBytes: Int64?
    for _ in 0..<1000 where offset < file.size {
      let head = file.header(at: offset, count: 12 + 24)
      guard head.count >= 16, head[4] == 0 else { return nil }
      let length = head[5..<12].bigEndian
      if head.starts(with: "desc".utf8), head.count == 36, head[32..<36].bigEndian == 1 {
        frameBytes = head[28..<32].bigEndian
      } else if head.starts(with: "data".utf8) {
        guard length >= 4 else { return nil }
        return finding(
          file,
          Sound(
            start: offset + 16, end: offset + 12 + length, frameBytes: frameBytes, layout: .caf,
            fields: [Field(value: file.size - offset - 12, place: offset + 4, count: 8)]))
      }
      offset += 12 + length
    }
    return nil
  }

  /// FLAC: STREAMINFO has the sample rate in 20 bits from byte 18 of the file, the number of frames in 36 from the middle of
  /// byte 21; the frames themselves say both, and have checksums.
  static func ofFLAC(_ file: FileStretch) -> Finding? {
    guard let stream = FLACStream(file) else { return nil }
    let isShort = stream.claimedFrames > 0 && (stream.framesByLast ?? 0) > stream.claimedFrames
    let rate = stream.frameRate ?? stream.sampleRate
    guard isShort || rate != stream.sampleRate else { return nil }
    // Not as many as the last says: of no number at all the decoder goes to the end.
    let total = isShort ? 0 : stream.claimedFrames
    let bytes = file.header(at: 18, count: 8)
    guard bytes.count == 8, stream.sampleRate > 0 else { return nil }
    // Between them are eight bits of channels and sample width.
    let value =
      UInt64(rate) << 44 | bytes.bigEndianBits & 0xFF0_0000_0000 | UInt64(total)
    let claimed = stream.claimedFrames
    let repair = HeaderRepair(
      file, upTo: 42,
      [Field(value: Int64(bitPattern: value), place: 18, count: 8)],
      claimedFrames: claimed == 0 ? nil : claimed * rate / stream.sampleRate)
    return repair.map { .repair($0) }
  }
}

extension [UInt8] {
  fileprivate var bigEndianBits: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
