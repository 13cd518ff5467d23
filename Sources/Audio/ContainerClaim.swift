import Linux

/// What a container's own header says of its length, read beside libsndfile, which quietly corrects a header that
/// promises more than the file has.
struct ContainerClaim {
  /// Frames by the size of the WAV data chunk; nil for other containers and for sizes that mean "not known".
  private(set) var frames: Int64?
  /// The container says by itself that it is not whole.
  private(set) var isCut = false

  init(of file: borrowing Descriptor, size: Int64) {
    let head = ContainerClaim.bytes(of: file, at: 0, count: 12)
    if head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WAVE".utf8) {
      readWave(file, size: size)
    } else if head.starts(with: "FORM".utf8) {
      let length = ContainerClaim.bigEndian(head[4..<8])
      isCut = length + 8 > size
    } else if head.starts(with: "OggS".utf8) {
      isCut = !ContainerClaim.hasOggEnd(file, size: size)
    }
  }

  /// The chunks of a RIFF file: four letters, a little-endian size, content padded to even length.
  private mutating func readWave(_ file: borrowing Descriptor, size: Int64) {
    var offset: Int64 = 12
    var blockSize: Int64 = 0
    for _ in 0..<1000 {
      let head = ContainerClaim.bytes(of: file, at: offset, count: 8)
      guard head.count == 8 else { return }
      let length = ContainerClaim.littleEndian(head[4..<8])
      if head.starts(with: "fmt ".utf8) {
        let format = ContainerClaim.bytes(of: file, at: offset + 8, count: 16)
        guard format.count == 16 else { return }
        // Only PCM and float have frames of a fixed size (WAVE_FORMAT_PCM, _IEEE_FLOAT, _ALAW, _MULAW).
        let tag = ContainerClaim.littleEndian(format[0..<2])
        if [1, 3, 6, 7, 0xFFFE].contains(tag) {
          blockSize = ContainerClaim.littleEndian(format[12..<14])
        }
      } else if head.starts(with: "data".utf8) {
        // Recorders that died or streamed leave these sizes.
        if [0, 0x7FFF_FFFF, 0xFFFF_FFFF].contains(length) { return }
        isCut = offset + 8 + length > size
        if blockSize > 0 { frames = length / blockSize }
        return
      }
      offset += 8 + length + length % 2
    }
  }

  /// Whether the last page of an Ogg file is whole and ends its stream (RFC 3533, section 6: flag 0x04).
  private static func hasOggEnd(_ file: borrowing Descriptor, size: Int64) -> Bool {
    let count = min(size, 131_072)
    let tail = bytes(of: file, at: size - count, count: Int(count))
    let mark = Array("OggS".utf8)
    var position = tail.count - 27
    while position >= 0 {
      if tail[position] == mark[0], tail[position..<(position + 4)].elementsEqual(mark) {
        let segments = Int(tail[position + 26])
        let end = position + 27 + segments
        guard end <= tail.count else { return false }
        let length = tail[(position + 27)..<end].reduce(0) { $0 + Int($1) }
        return tail[position + 5] & 0x04 != 0 && end + length <= tail.count
      }
      position -= 1
    }
    return false
  }

  private static func bytes(
    of file: borrowing Descriptor, at offset: Int64, count: Int
  ) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let read =
      buffer.withUnsafeMutableBytes { bytes in try? file.read(into: bytes, at: offset) } ?? 0
    buffer.removeLast(count - read)
    return buffer
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }
}
