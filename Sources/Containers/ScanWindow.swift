/// Bytes of a stretch, for going through it from its start to its end without a system call for each step.
struct ScanWindow {
  private let file: FileStretch
  private var bytes: [UInt8] = []
  private var start: Int64 = 0

  private static let capacity = 65_536

  init(_ file: FileStretch) { self.file = file }

  var size: Int64 { file.size }

  /// At most `count` bytes at an offset, 4,096 at the most; fewer at the end.
  mutating func bytes(at offset: Int64, count: Int) -> ArraySlice<UInt8> {
    if offset < start || offset + Int64(count) > start + Int64(bytes.count) { load(from: offset) }
    let first = Int(offset - start)
    guard first < bytes.count else { return [] }
    return bytes[first..<min(bytes.count, first + count)]
  }

  /// Where bytes that look like `pattern` begin next, before `end`.
  mutating func find(_ pattern: [UInt8], from offset: Int64, before end: Int64) -> Int64? {
    guard let first = pattern.first else { return nil }
    var offset = offset
    while offset < end {
      load(from: offset)
      let found = bytes.withUnsafeBufferPointer { bytes in
        bytes.indices.dropLast(pattern.count - 1).first {
          bytes[$0] == first && bytes[$0..<($0 + pattern.count)].elementsEqual(pattern)
        }
      }
      if let found { return offset + Int64(found) < end ? offset + Int64(found) : nil }
      guard bytes.count > pattern.count else { return nil }
      // What the window cut through is looked at again.
      offset += Int64(bytes.count - pattern.count + 1)
    }
    return nil
  }

  private mutating func load(from offset: Int64) {
    bytes = file.header(at: offset, count: ScanWindow.capacity)
    start = offset
  }
}
