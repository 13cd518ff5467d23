/// What headers are read from, at whatever place they may stand.
protocol HeaderSource {
  var size: Int64 { get }

  /// At most `count` bytes at an offset; fewer at the end.
  func header(at offset: Int64, count: Int) -> [UInt8]
}

extension FileStretch: HeaderSource {}

extension ScanWindow: HeaderSource {
  /// Without a system call where they are held. What is held stays as it is, so that a look far ahead costs the next step
  /// nothing.
  func header(at offset: Int64, count: Int) -> [UInt8] {
    held(at: offset, count: count) ?? file.header(at: offset, count: count)
  }
}
