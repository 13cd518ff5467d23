import Containers
import Linux
import Records

/// The head of a RIFF/WAVE or RF64 file: what it claims, read beside libsndfile, which quietly corrects a header that
/// promises more than the file has. (Microsoft, "Multimedia Programming Interface", 1991; EBU Tech 3306 for RF64.)
struct WaveHeader {
  /// From the `fmt ` chunk.
  private(set) var channels: Int?
  private(set) var sampleRate: Int?
  private var bytesPerSecond: Int64 = 0
  /// Bytes that the file lacks by its own size.
  private var missing: Int64 = 0
  /// Frames by the size of the `data` chunk; nil where that size means "not known" or frames have no fixed size.
  private(set) var frames: Int64?
  /// The file is shorter than its header says.
  private(set) var isCut = false
  /// The size of the `data` chunk as it stands in the header, where it is no size of the sound.
  private(set) var falseSize: FalseSize?
  /// What follows the sound and is not played.
  private(set) var unplayed: AudioReport.Unplayed?

  struct FalseSize {
    /// It stands for "not known", of which this format has no word; else it is an old size, or what is left of one that takes
    /// more than 32 bits.
    let isPlaceholder: Bool
    let written: Int64
    /// The file is RF64.
    let isLong: Bool
    /// Where the sound begins.
    let offset: Int64
    /// Bytes of sound.
    let bytes: Int64
  }

  /// More chunks than any recorder writes.
  private static let mostChunks = 1000
  /// Of all that stands before the sound in the plainest of files.
  private static let headBytes: Int64 = 44

  /// Nil where the file does not begin as one.
  init?(of file: FileStretch) {
    let head = file.header(at: 0, count: 12)
    guard head.starts(with: "RIFF".utf8) || head.starts(with: "RF64".utf8) else { return nil }
    guard head.count == 12 else {
      isCut = true
      return
    }
    guard head[8...].elementsEqual("WAVE".utf8) else { return nil }
    // The size covers all that follows it; a missing last pad byte is not worth a word.
    missing =
      knownLength(head[4..<8].littleEndian, inFileOf: file.size).map { $0 + 8 - file.size } ?? 0
    isCut = missing > 1
    readChunks(file)
  }

  private mutating func readChunks(_ file: FileStretch) {
    var offset: Int64 = 12
    var blockSize: Int64 = 0
    var longSize: Int64?
    for _ in 0..<WaveHeader.mostChunks {
      let head = file.header(at: offset, count: 8)
      guard head.count == 8 else { return }
      let length = head[4..<8].littleEndian
      if head.starts(with: "fmt ".utf8) {
        let format = file.header(at: offset + 8, count: 16)
        guard format.count == 16 else { return }
        channels = Int(format[2..<4].littleEndian)
        sampleRate = Int(format[4..<8].littleEndian)
        bytesPerSecond = format[8..<12].littleEndian
        // Only PCM, float, A-law, µ-law and EXTENSIBLE, which holds one of them, have frames of a fixed size.
        if [1, 3, 6, 7, 0xFFFE].contains(format[0..<2].littleEndian) {
          blockSize = format[12..<14].littleEndian
        }
      } else if head.starts(with: "ds64".utf8) {
        let sizes = file.header(at: offset + 8, count: 16)
        // Its top byte is nothing but damage.
        if sizes.count == 16, sizes[15] == 0 { longSize = sizes[8..<15].littleEndian }
      } else if head.starts(with: "data".utf8) {
        let isLong = length == 0xFFFF_FFFF && longSize != nil
        judge(
          isLong ? longSize ?? length : length, isLong: isLong, at: offset + 8, of: file, blockSize)
        return
      }
      offset += 8 + length + length % 2
    }
  }

  private mutating func judge(
    _ size: Int64, isLong: Bool, at offset: Int64, of file: FileStretch, _ blockSize: Int64
  ) {
    guard offset <= WaveHead.longest else { return }
    let rest = file.size - offset
    // In 64 bits there is room for every size but one that nobody wrote down.
    let isPlaceholder =
      isLong
      ? size == 0 : size == 0xFFFF_FFFF || knownLength(size, inFileOf: file.size) == nil
    if isPlaceholder {
      let end = WaveTail.soundEnd(in: file, from: offset)
      // What is empty by its header and by what follows is empty.
      guard end > offset else { return }
      falseSize = FalseSize(
        isPlaceholder: true, written: size, isLong: isLong, offset: offset, bytes: end - offset)
      return
    }
    if size > rest {
      isCut = true
    } else if missing <= WaveHeader.headBytes {
      // Some count the head twice, or write down the size of the whole file.
      isCut = false
    }
    if blockSize > 0 { frames = size / blockSize }
    // Of a size beyond 32 bits the lowest remain. A few chunks may follow the sound.
    let missing = rest - size
    if !isLong, missing >= 1 << 32, missing % (1 << 32) <= WaveTail.longest {
      falseSize = FalseSize(
        isPlaceholder: false, written: size, isLong: false, offset: offset,
        bytes: rest - missing % (1 << 32))
    } else if missing > 0 {
      judgeTail(size, isLong: isLong, at: offset, of: file)
    }
  }

  /// Recorders that die leave the size that they wrote last.
  private mutating func judgeTail(
    _ size: Int64, isLong: Bool, at offset: Int64, of file: FileStretch
  ) {
    let end = offset + size
    // A twentieth of a second.
    let tail = SoundTail(
      of: file, from: end, isOdd: size % 2 == 1, layout: .riff, least: bytesPerSecond / 20)
    switch tail {
    case .known: break
    case .unplayed(let unplayed): self.unplayed = unplayed
    case .sound:
      if frames == nil, bytesPerSecond > 0, let sampleRate {
        frames = size * Int64(sampleRate) / bytesPerSecond
      }
      falseSize = FalseSize(
        isPlaceholder: false, written: size, isLong: isLong, offset: offset,
        bytes: WaveTail.soundEnd(in: file, from: end) - offset)
    }
  }
}
