import Containers
import Linux

/// Whether a container is whole by the sizes that it gives itself. libav reads what is there and says nothing of what is
/// not.
struct ContainerEnd {
  private(set) var isCut = false
  /// ISO media without `moov`: nothing says where its sound lies.
  private(set) var lacksIndex = false

  /// More parts than any recorder writes.
  private static let mostParts = 100_000

  init(of file: FileStretch, as signature: MediaSignature) {
    let size = file.size
    switch signature {
    case .isoMedia:
      var hasIndex = false
      isCut = ContainerEnd.parts(of: file, from: 0, headerBytes: 16) { head in
        if head[4..<8].elementsEqual("moov".utf8) { hasIndex = true }
        return ContainerEnd.boxSize(head)
      }
      lacksIndex = !hasIndex
    case .asf:
      // Objects of a GUID and a little-endian size that covers both. What is streamed has a Data Object of no size
      // (Advanced Systems Format Specification, sections 2.1 and 5.1).
      isCut = ContainerEnd.parts(of: file, from: 0, headerBytes: 24) { head in
        let length = head[16..<23].littleEndian
        return head[23] == 0 && length > 50 ? length : nil
      }
    case .caf:
      // Apple Core Audio Format Specification 1.0: a size of -1 is not known.
      isCut = ContainerEnd.parts(of: file, from: 8, headerBytes: 12) { head in
        head[4] == 0 ? 12 + head[5..<12].bigEndian : nil
      }
    case .wave:
      // A missing last pad byte is not worth a word.
      isCut = ContainerEnd.parts(of: file, from: 12, headerBytes: 8, evenly: true) {
        head in
        let length = head[4..<8].littleEndian
        // 0, and what is near the most that 31 or 32 bits hold, stand for a length that is not known.
        guard length > 0 && length < 0x7F00_0000 || length + 8 < size else { return nil }
        return 8 + length
      }
    case .matroska: isCut = MatroskaLayout(file).isCut
    case .ogg: isCut = OggPages(file).isCut
    case .amr, .flac, .adts, .mp3: break
    }
  }

  /// Whether the last of the parts, which follow each other, ends beyond the file. `length` is that of a part by its
  /// header, with the header, and nil where nothing more can be said; a byte stands between parts that `evenly` begin at
  /// even places where the one before is odd.
  private static func parts(
    of file: FileStretch, from start: Int64, headerBytes: Int,
    evenly: Bool = false, _ length: ([UInt8]) -> Int64?
  ) -> Bool {
    let size = file.size
    var offset = start
    for _ in 0..<mostParts where offset < size {
      let head = file.header(at: offset, count: headerBytes)
      // Some headers are shorter than others; the sizes say whether the part is whole.
      guard head.count >= min(headerBytes, 8) else { return true }
      let padded = head + [UInt8](repeating: 0, count: headerBytes - head.count)
      guard let length = length(padded), length >= 8 else { return false }
      if length > size - offset { return true }
      offset += evenly ? length + length % 2 : length
    }
    return false
  }

  /// ISO/IEC 14496-12, section 4.2: 32 bits; 1 for 64 bits after the type, 0 for all that follows. Nil also where the type
  /// is none, as in padding that somebody put at the end.
  private static func boxSize(_ head: [UInt8]) -> Int64? {
    guard head[4..<8].allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }) else { return nil }
    let size = head[0..<4].bigEndian
    if size != 1 { return size == 0 ? nil : size }
    return head[8] == 0 ? head[9..<16].bigEndian : .max / 2
  }
}
