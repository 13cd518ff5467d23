import Containers
import Linux

/// What stands before the sound of a WAV.
enum WaveHead {
  /// More than any recorder writes there.
  static let longest: Int64 = 1 << 24

  /// The same with true sizes, as RF64 where they take more than 32 bits: libsndfile reads no more of a WAV.
  static func repaired(of file: FileStretch, _ wrong: WaveHeader.FalseSize) -> [UInt8] {
    // Between the mark of the file and that of the sound.
    var chunks = file.header(at: 12, count: Int(wrong.offset - 20))[...]
    if chunks.starts(with: "ds64".utf8), chunks.count > 8 {
      let length = 8 + Int(chunks[(chunks.startIndex + 4)..<(chunks.startIndex + 8)].littleEndian)
      chunks = chunks.dropFirst(length)
    }
    let whole = 12 + Int64(chunks.count) + 8 + file.size - wrong.offset
    guard whole > 0x7F00_0000 else {
      return Array("RIFF".utf8) + bytes(whole - 8, 4) + Array("WAVE".utf8) + Array(chunks)
        + Array("data".utf8) + bytes(wrong.bytes, 4)
    }
    // EBU Tech 3306: sizes of the file, of the sound, the number of frames, and an empty table.
    let sizes =
      Array("ds64".utf8) + bytes(28, 4) + bytes(whole + 36 - 8, 8) + bytes(wrong.bytes, 8)
      + bytes(0, 12)
    return Array("RF64".utf8) + bytes(0xFFFF_FFFF, 4) + Array("WAVE".utf8) + sizes
      + Array(chunks) + Array("data".utf8) + bytes(0xFFFF_FFFF, 4)
  }

  private static func bytes(_ value: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
