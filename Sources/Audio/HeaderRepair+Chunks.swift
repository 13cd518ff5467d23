import Containers
import Linux

extension HeaderRepair {
  /// AIFF and AIFF-C: COMM has the number of frames, SSND the sound after an offset and a block size.
  static func ofAIFF(_ file: FileStretch) -> Finding? {
    var offset: Int64 = 12
    var common: (place: Int64, frames: Int64, frameBytes: Int64?)?
    for _ in 0..<1000 where offset < file.size {
      let head = file.header(at: offset, count: 8 + 22)
      guard head.count >= 16 else { return nil }
      let length = head[4..<8].bigEndian
      if head.starts(with: "COMM".utf8), head.count == 30 {
        let kind = length >= 22 ? String(decoding: head[26..<30], as: UTF8.self) : "NONE"
        let isPlain = ["NONE", "sowt", "twos", "fl32", "FL32", "fl64", "in24"].contains(kind)
        let frameBytes = head[8..<10].bigEndian * ((head[14..<16].bigEndian + 7) / 8)
        common = (offset + 10, head[10..<14].bigEndian, isPlain ? frameBytes : nil)
      } else if head.starts(with: "SSND".utf8) {
        let start = offset + 16
        guard let common, head[8..<12].bigEndian == 0 else { return nil }
        let bytes = file.size - start
        let frames = common.frameBytes.map { $0 > 0 ? bytes / $0 : 0 } ?? 0
        let sound = Sound(
          start: start, end: max(start, offset + 8 + length), frameBytes: common.frameBytes,
          layout: .aiff,
          fields: [
            Field(value: file.size - 8, place: 4, count: 4),
            Field(value: frames, place: common.place, count: 4),
            Field(value: bytes + 8, place: offset + 4, count: 4),
          ], hasLength: length > 0 || common.frames > 0)
        let found = finding(file, sound)
        return found == nil && common.frames == 0 && length > 8 ? .noLength : found
      }
      offset += 8 + length + length % 2
    }
    return nil
  }

  /// CAF: `desc` says how long packets are, `data` has a count of edits in four bytes before the sound.
  static func ofCAF(_ file: FileStretch) -> Finding? {
    var frameBytes: Int64?
    for chunk in CAFChunks(file) {
      guard let length = chunk.length else { return nil }
      let head = file.header(at: chunk.start, count: 24)
      if chunk.name == "desc", head.count == 24, head[20..<24].bigEndian == 1 {
        frameBytes = head[16..<20].bigEndian
      } else if chunk.name == "data" {
        guard length >= 4 else { return nil }
        return finding(
          file,
          Sound(
            start: chunk.start + 4, end: chunk.start + length, frameBytes: frameBytes, layout: .caf,
            fields: [Field(value: file.size - chunk.start, place: chunk.start - 8, count: 8)]))
      }
    }
    return nil
  }

  /// Wave64: GUIDs that begin with the names of WAV, and sizes of eight bytes that cover them and themselves (Sony, "Wave64
  /// file format").
  static func ofWave64(_ file: FileStretch) -> Finding? {
    var offset: Int64 = 40
    var frameBytes: Int64?
    for _ in 0..<1000 where offset < file.size {
      let head = file.header(at: offset, count: 24 + 16)
      guard head.count >= 24, head[23] == 0 else { return nil }
      let length = head[16..<23].littleEndian
      guard length >= 24 else { return nil }
      if head.starts(with: "fmt ".utf8), head.count == 40 {
        // As in WAV, frames of these have a fixed size.
        let isPlain = [1, 3, 6, 7, 0xFFFE].contains(head[24..<26].littleEndian)
        frameBytes = isPlain ? head[36..<38].littleEndian : nil
      } else if head.starts(with: "data".utf8) {
        return finding(
          file,
          Sound(
            start: offset + 24, end: offset + length, frameBytes: frameBytes, layout: .wave64,
            fields: [
              Field(value: file.size, place: 16, count: 8, isLittle: true),
              Field(value: file.size - offset, place: offset + 16, count: 8, isLittle: true),
            ]))
      }
      offset += (length + 7) & ~7
    }
    return nil
  }
}
