import Linux

/// The elements of a Matroska or WebM file, gone through by their sizes (RFC 8794).
public struct MatroskaLayout {
  /// An element ends beyond the file.
  public private(set) var isCut = false
  /// Where further documents begin: the header that is the first element of a file.
  private(set) var laterStarts: [Int64] = []

  private static let document: Int64 = 0x1A45_DFA3
  private static let segment: Int64 = 0x1853_8067
  private static let cluster: Int64 = 0x1F43_B675
  /// More elements than a day of sound has.
  private static let mostElements = 5_000_000

  /// Segment and Cluster have no size in what is recorded live; then their parts are gone through.
  public init(_ file: FileStretch) {
    let size = file.size
    var offset: Int64 = 0
    for _ in 0..<MatroskaLayout.mostElements where offset < size {
      let head = file.header(at: offset, count: 12)
      guard let identifierBytes = MatroskaLayout.width(head, from: 0, upTo: 4) else {
        // No identifier begins with these bits: something else follows the last element.
        isCut = head.first.map { $0 >= 0x10 } ?? false
        return
      }
      guard let sizeBytes = MatroskaLayout.width(head, from: identifierBytes, upTo: 8) else {
        isCut = true
        return
      }
      let identifier = head[..<identifierBytes].bigEndian
      if identifier == MatroskaLayout.document, offset > 0 { laterStarts.append(offset) }
      let field = head[identifierBytes..<(identifierBytes + sizeBytes)]
      let length = MatroskaLayout.number(field)
      offset += Int64(identifierBytes + sizeBytes)
      switch (identifier, length) {
      case (MatroskaLayout.segment, let length?): isCut = isCut || length > size - offset
      case (MatroskaLayout.segment, nil), (MatroskaLayout.cluster, nil): break
      case (_, let length?):
        if length > size - offset {
          isCut = true
          return
        }
        offset += length
      case (_, nil): return
      }
    }
  }

  /// The `DocType` of the EBML header, which stands near the start.
  public static func isWebM(_ file: FileStretch) -> Bool {
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
