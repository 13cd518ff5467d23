extension Descriptor {
  /// At most `count` bytes at an offset; fewer at the end of the file, none where it cannot be read.
  public func header(at offset: Int64, count: Int) -> [UInt8] {
    guard offset >= 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: count)
    let read = buffer.withUnsafeMutableBytes { bytes in try? self.read(into: bytes, at: offset) }
    buffer.removeLast(count - (read ?? 0))
    return buffer
  }
}

extension ArraySlice<UInt8> {
  /// At most seven bytes, so that the number is positive.
  public var littleEndian: Int64 { reversed().reduce(0) { $0 << 8 | Int64($1) } }
  public var bigEndian: Int64 { reduce(0) { $0 << 8 | Int64($1) } }
}
