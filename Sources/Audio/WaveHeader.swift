import Linux

/// The head of a RIFF/WAVE or RF64 file: what it claims, read beside libsndfile, which quietly corrects a header that
/// promises more than the file has. (Microsoft, "Multimedia Programming Interface", 1991; EBU Tech 3306 for RF64.)
struct WaveHeader {
  /// From the `fmt ` chunk.
  private(set) var channels: Int?
  private(set) var sampleRate: Int?
  /// Frames by the size of the `data` chunk; nil where that size means "not known" or frames have no fixed size.
  private(set) var frames: Int64?
  /// The file is shorter than its header says.
  private(set) var isCut = false
  /// The sound begins here; nil where there is no `data` chunk.
  private(set) var dataOffset: Int64?

  /// More chunks than any recorder writes.
  private static let mostChunks = 1000

  /// Nil where the file does not begin as one.
  init?(of file: borrowing Descriptor, size: Int64) {
    let head = file.header(at: 0, count: 12)
    guard head.starts(with: "RIFF".utf8) || head.starts(with: "RF64".utf8) else { return nil }
    guard head.count == 12 else {
      isCut = true
      return
    }
    guard head[8...].elementsEqual("WAVE".utf8) else { return nil }
    // The size covers all that follows it; a missing last pad byte is not worth a word.
    isCut =
      knownLength(head[4..<8].littleEndian, inFileOf: size).map { $0 + 8 > size + 1 } ?? false
    readChunks(file, size: size)
  }

  private mutating func readChunks(_ file: borrowing Descriptor, size: Int64) {
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
        // Only PCM, float, A-law, µ-law and EXTENSIBLE, which holds one of them, have frames of a fixed size.
        if [1, 3, 6, 7, 0xFFFE].contains(format[0..<2].littleEndian) {
          blockSize = format[12..<14].littleEndian
        }
      } else if head.starts(with: "ds64".utf8) {
        let sizes = file.header(at: offset + 8, count: 16)
        // Its top byte is nothing but damage.
        if sizes.count == 16, sizes[15] == 0 { longSize = sizes[8..<15].littleEndian }
      } else if head.starts(with: "data".utf8) {
        dataOffset = offset + 8
        let claimed = length == 0xFFFF_FFFF ? longSize : length
        guard let claimed, let known = knownLength(claimed, inFileOf: size) else { return }
        if known > size - offset - 8 { isCut = true }
        if blockSize > 0 { frames = known / blockSize }
        return
      }
      offset += 8 + length + length % 2
    }
  }
}
