import Containers
import Linux
import Records

/// A header that says less than the file holds, as a recorder leaves it that writes it now and then and dies, with what it
/// should say. It stands for as many bytes of the file. (Of WAV: `WaveHeader.FalseSize`.)
struct HeaderRepair {
  private(set) var head: [UInt8]
  /// Frames by the header as it is.
  let claimedFrames: Int64?
  /// It has 0 in the place of the length.
  private(set) var hasNoLength = false

  /// More than any recorder writes before the sound.
  private static let longest: Int64 = 1 << 20
  /// What is shorter is no sound that went on: bytes.
  private static let least: Int64 = 256

  /// What a header has to say: a number, where, in how many bytes.
  struct Field {
    let value: Int64
    let place: Int64
    let count: Int
    var isLittle = false
  }

  /// Of the bytes after the sound, in a file whose header is read.
  enum Finding {
    case repair(HeaderRepair)
    case unplayed(AudioReport.Unplayed)
    /// The header has 0 in the place of the length, and the sound ends where it should.
    case noLength
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
        let digit = field.isLittle ? index : field.count - 1 - index
        head[place] = UInt8(truncatingIfNeeded: field.value >> (8 * digit))
      }
    }
  }

  /// What a format's own header says of its sound.
  struct Sound {
    let start: Int64
    let end: Int64
    /// Nil where frames have no fixed size.
    let frameBytes: Int64?
    let layout: SoundTail.Layout?
    let fields: [Field]
    var hasLength = true
  }

  static func finding(_ file: FileStretch, _ sound: Sound) -> Finding? {
    let tail = SoundTail(
      of: file, from: sound.end,
      isOdd: sound.layout == .aiff && (sound.end - sound.start) % 2 == 1, layout: sound.layout,
      least: least)
    switch tail {
    case .known: return nil
    case .unplayed(let unplayed): return .unplayed(unplayed)
    case .sound:
      if let bytes = sound.frameBytes, bytes > 0, file.size < 0x7F00_0000,
        var repair = HeaderRepair(
          file, upTo: sound.start, sound.fields,
          claimedFrames: sound.hasLength ? max(0, sound.end - sound.start) / bytes : nil)
      {
        repair.hasNoLength = !sound.hasLength
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

  /// FLAC: STREAMINFO has the sample rate in 20 bits from byte 18 of the file, the number of frames in 36 from the middle of
  /// byte 21; the frames themselves say both, and have checksums.
  static func ofFLAC(_ stream: FLACStream, _ file: FileStretch) -> Finding? {
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
