import Linux

/// The chunks of a CAF file: four letters and a big-endian size in eight bytes, after a head of eight (Apple Core Audio
/// Format Specification 1.0).
public struct CAFChunks: Sequence, IteratorProtocol {
  public struct Chunk {
    public let name: String
    /// Where its contents begin.
    public let start: Int64
    /// Nil where it is not known, which is said of sound alone.
    public let length: Int64?
  }

  private let file: FileStretch
  /// Where the next one begins.
  public private(set) var offset: Int64 = 8
  private var left = 1000

  public init(_ file: FileStretch) { self.file = file }

  /// Nil where no chunk begins. That of sound is the last whose length may be unknown.
  public mutating func next() -> Chunk? {
    let head = file.header(at: offset, count: 12)
    guard left > 0, head.count == 12, head[..<4].allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    left -= 1
    // A size of -1 is not known; otherwise the top byte is nothing but damage.
    let length = head[4] == 0 ? head[5..<12].bigEndian : nil
    let start = offset + 12
    guard length != nil || head.starts(with: "data".utf8) else { return nil }
    offset = length.map { start + $0 } ?? file.size
    if length == nil { left = 0 }
    return Chunk(name: String(decoding: head[..<4], as: UTF8.self), start: start, length: length)
  }
}
