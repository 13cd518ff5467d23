import Linux

/// Tags that are written after any recording: ID3v1, APE, Lyrics3.
public func isEndTag(_ file: FileStretch, at start: Int64) -> Bool {
  let head = file.header(at: start, count: 8)
  return head.starts(with: "APETAGEX".utf8)
    || EndTags.start(of: file) == start && start < file.size
}

/// Zeros to the end fill up a file, and are nothing to hear.
public func isEmpty(_ file: FileStretch, from start: Int64) -> Bool {
  var offset = start
  while offset < file.size {
    let bytes = file.header(at: offset, count: 65_536)
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) else { return false }
    offset += Int64(bytes.count)
  }
  return true
}

/// Where the zeros begin that fill up a file to its end, found once for many questions.
final class TrailingZeros {
  private let file: FileStretch
  private(set) lazy var start = find()

  init(of file: FileStretch) { self.file = file }

  private func find() -> Int64 {
    var end = file.size
    while end > 0 {
      let from = max(0, end - 65_536)
      let bytes = file.header(at: from, count: Int(end - from))
      guard bytes.count == end - from else { return end }
      if let last = bytes.lastIndex(where: { $0 != 0 }) { return from + Int64(last) + 1 }
      end = from
    }
    return 0
  }
}

extension RecordingKind {
  /// Whether a recording of any kind begins there.
  public static func begins(at offset: Int64, in file: FileStretch) -> Bool {
    var window = ScanWindow(file)
    return RecordingKind(at: offset, in: &window, frames: FrameHeader.fewest) != nil
  }

  /// Bytes after the end of a recording that are neither tags nor zeros, and too many to be a line's end; nil where there are
  /// none.
  public static func leftover(in file: FileStretch, after end: Int64) -> Int64? {
    leftover(in: file, after: end) { isEmpty(file, from: end) }
  }

  static func leftover(
    in file: FileStretch, after end: Int64, isEmpty: () -> Bool
  ) -> Int64? {
    let rest = file.size - end
    return rest < 8 || isEndTag(file, at: end) || isEmpty() ? nil : rest
  }
}
