import Linux

/// How a Matroska or WebM file ends, by the sizes of its elements (RFC 8794), and which of both it is.
enum MatroskaEnd {
  private static let segment: Int64 = 0x1853_8067
  private static let cluster: Int64 = 0x1F43_B675
  /// More elements than a day of sound has.
  private static let mostElements = 5_000_000

  /// Segment and Cluster have no size in what is recorded live; then their parts are gone through.
  static func isCut(_ file: borrowing Descriptor, size: Int64) -> Bool {
    var offset: Int64 = 0
    for _ in 0..<mostElements where offset < size {
      let head = file.header(at: offset, count: 12)
      guard let identifierBytes = width(head, from: 0, upTo: 4) else {
        // No identifier begins with these bits: something else follows the last element.
        return head.first.map { $0 >= 0x10 } ?? false
      }
      guard let sizeBytes = width(head, from: identifierBytes, upTo: 8) else { return true }
      let identifier = head[..<identifierBytes].bigEndian
      let field = head[identifierBytes..<(identifierBytes + sizeBytes)]
      let length = number(field)
      offset += Int64(identifierBytes + sizeBytes)
      switch (identifier, length) {
      case (segment, let length?):
        if length > size - offset { return true }
      case (segment, nil), (cluster, nil): break
      case (_, let length?):
        if length > size - offset { return true }
        offset += length
      case (_, nil): return false
      }
    }
    return false
  }

  /// The `DocType` of the EBML header, which stands near the start.
  static func isWebM(_ file: borrowing Descriptor) -> Bool {
    let head = file.header(at: 0, count: 64)
    let mark: [UInt8] = [0x42, 0x82, 0x84] + Array("webm".utf8)
    return head.indices.contains { head[$0...].starts(with: mark) }
  }

  /// Bytes of the number that begins there, by its leading zeros (RFC 8794, section 4); nil where it is longer than
  /// allowed or not all there.
  private static func width(_ head: [UInt8], from start: Int, upTo limit: Int) -> Int? {
    guard head.indices.contains(start) else { return nil }
    let width = head[start].leadingZeroBitCount + 1
    return width <= limit && start + width <= head.count ? width : nil
  }

  /// Without the bit that marks the width; nil where all others are set, which stands for a size that is not known.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    let rest = field.dropFirst().reduce(Int64(field.first ?? 0) & (0xFF >> field.count)) {
      $0 << 8 | Int64($1)
    }
    return rest == Int64(1) << (7 * field.count) - 1 ? nil : rest
  }
}

/// How an Ogg file ends (RFC 3533, section 6).
enum OggEnd {
  private static let mark = Array("OggS".utf8)

  /// Whether the last page is not whole, or does not end its stream (flag 0x04).
  static func isCut(_ file: borrowing Descriptor, size: Int64) -> Bool {
    var offset: Int64 = 0
    var hasEnded = false
    while offset < size {
      let head = file.header(at: offset, count: 27 + 255)
      guard head.count >= 27 else { return true }
      // Something else follows the last page.
      guard head.starts(with: mark) else { return !hasEnded }
      let segments = Int(head[26])
      guard head.count >= 27 + segments else { return true }
      offset += Int64(27 + segments) + head[27..<(27 + segments)].reduce(0) { $0 + Int64($1) }
      hasEnded = head[5] & 0x04 != 0
    }
    return offset > size || !hasEnded
  }
}
