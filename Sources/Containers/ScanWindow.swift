/// Bytes of a stretch, for going through it from its start to its end without a system call for each step.
struct ScanWindow {
  let file: FileStretch
  private var bytes: [UInt8] = []
  private var start: Int64 = 0

  private static let capacity = 65_536
  /// So far a step may look ahead, or go back, without reading all again.
  private static let margin: Int64 = 8_192

  init(_ file: FileStretch) { self.file = file }

  var size: Int64 { file.size }

  /// At most `count` bytes at an offset, 4,096 at the most; fewer at the end.
  mutating func bytes(at offset: Int64, count: Int) -> ArraySlice<UInt8> {
    need(count, at: offset)
    let first = Int(offset - start)
    guard first < bytes.count else { return [] }
    return bytes[first..<min(bytes.count, first + count)]
  }

  /// Exactly so many bytes; nil where they are not all held.
  func held(at offset: Int64, count: Int) -> [UInt8]? {
    guard offset >= start, offset + Int64(count) <= start + Int64(bytes.count) else { return nil }
    let first = Int(offset - start)
    return Array(bytes[first..<(first + count)])
  }

  /// Where bytes that look like `pattern` begin next, before `end`.
  mutating func find(_ pattern: [UInt8], from offset: Int64, before end: Int64) -> Int64? {
    guard let mark = pattern.first else { return nil }
    var offset = offset
    while offset < end {
      need(pattern.count, at: offset)
      let first = Int(offset - start)
      guard first + pattern.count <= bytes.count else { return nil }
      let found = bytes.withUnsafeBufferPointer { bytes in
        (first...(bytes.count - pattern.count)).first {
          bytes[$0] == mark && bytes[$0..<($0 + pattern.count)].elementsEqual(pattern)
        }
      }
      if let found { return start + Int64(found) < end ? start + Int64(found) : nil }
      // What the window cut through is looked at again.
      offset = start + Int64(bytes.count - pattern.count + 1)
    }
    return nil
  }

  /// Where a byte stands next for which the table says so; the end of the file where none does.
  mutating func find(anyOf table: [Bool], from offset: Int64) -> Int64 {
    var offset = offset
    while offset < size {
      need(1, at: offset)
      let first = Int(offset - start)
      guard first < bytes.count else { return size }
      let found = bytes.withUnsafeBufferPointer { bytes in
        table.withUnsafeBufferPointer { table in
          var place = first
          while place < bytes.count, !table[Int(bytes[place])] { place += 1 }
          return place
        }
      }
      if found < bytes.count { return start + Int64(found) }
      offset = start + Int64(bytes.count)
    }
    return size
  }

  /// Where two bytes stand next, before `end`, for which the table says so, which has the first of them in its index's
  /// higher half; `end` where none do. Hours of sound are gone through so: nothing is made for a byte that is none.
  mutating func find(anyPairOf table: [Bool], from offset: Int64, before end: Int64) -> Int64 {
    var offset = offset
    let end = min(end, size - 1)
    while offset < end {
      need(2, at: offset)
      let first = Int(offset - start)
      guard first + 1 < bytes.count else { break }
      let last = Int(min(Int64(bytes.count - 1), end - start))
      let found = bytes.withUnsafeBufferPointer { bytes in
        table.withUnsafeBufferPointer { table in
          var place = first
          var pair = Int(bytes[first])
          while place < last {
            pair = (pair & 0xFF) << 8 | Int(bytes[place + 1])
            if table[pair] { break }
            place += 1
          }
          return place
        }
      }
      offset = start + Int64(found)
      if found < last { return offset }
    }
    return max(end, offset)
  }

  private mutating func need(_ count: Int, at offset: Int64) {
    let end = start + Int64(bytes.count)
    guard offset < start || min(offset + Int64(count), size) > end else { return }
    start = max(0, offset - (offset < start ? ScanWindow.margin : 0))
    // Those behind are kept, for a step that goes back.
    if offset > end - ScanWindow.margin { start = max(0, offset - ScanWindow.margin) }
    bytes = file.header(at: start, count: ScanWindow.capacity)
  }
}
