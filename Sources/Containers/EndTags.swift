import Linux

/// Tags that follow a recording to the end of its file, whatever is in them: pictures of theirs may look like anything.
enum EndTags {
  /// More than anybody writes.
  private static let most = 8
  private static let longestAPE: Int64 = 1 << 26

  /// Where they begin; the end of the file where there are none.
  static func start(of file: FileStretch) -> Int64 {
    var end = file.size
    for _ in 0..<most {
      guard
        let next = id3(in: file, endingAt: end) ?? lyrics(in: file, endingAt: end)
          ?? ape(in: file, endingAt: end)
      else { break }
      end = next
    }
    return end
  }

  /// ID3v1, with the 227 bytes that some put before it.
  private static func id3(in file: FileStretch, endingAt end: Int64) -> Int64? {
    guard file.header(at: end - 128, count: 3).elementsEqual("TAG".utf8) else { return nil }
    let extended = end - 128 - 227
    return file.header(at: extended, count: 4).elementsEqual("TAG+".utf8) ? extended : end - 128
  }

  /// Lyrics3 2.00: six digits say how long it is up to them.
  private static func lyrics(in file: FileStretch, endingAt end: Int64) -> Int64? {
    let foot = file.header(at: end - 15, count: 15)
    guard foot.count == 15, foot[6...].elementsEqual("LYRICS200".utf8),
      let length = Int64(String(decoding: foot[..<6], as: UTF8.self)), length > 0
    else { return nil }
    let start = end - 15 - length
    return file.header(at: start, count: 11).elementsEqual("LYRICSBEGIN".utf8) ? start : nil
  }

  /// APE, by its footer; a size by itself is no proof, so its items must be as many and as long as that says.
  private static func ape(in file: FileStretch, endingAt end: Int64) -> Int64? {
    let foot = file.header(at: end - APETag.headBytes, count: Int(APETag.headBytes))
    guard let tag = APETag(foot), !tag.isHeader, tag.size <= min(end, longestAPE) else {
      return nil
    }
    let start = end - tag.size
    let last = end - APETag.headBytes
    var offset = start
    for _ in 0..<tag.items {
      // Its size, flags, a key of up to 255 bytes, a zero.
      let head = file.header(at: offset, count: 8 + 256)
      guard offset < last, head.count > 8,
        let zero = head[8...].firstIndex(of: 0), zero >= 10
      else { return nil }
      offset += Int64(zero + 1) + head[..<4].littleEndian
    }
    guard offset == last else { return nil }
    let before = start - APETag.headBytes
    return APETag(file.header(at: before, count: Int(APETag.headBytes)))?.isHeader == true
      ? before : start
  }
}

/// The header or the footer of an APE tag, which are alike (APEv2 specification, "APE Tags Header").
struct APETag {
  static let headBytes: Int64 = 32

  let isHeader: Bool
  /// Bytes of its items and its footer.
  let size: Int64
  let items: Int

  /// Nil for what is none.
  init?(_ head: some Collection<UInt8>) {
    let head = Array(head.prefix(Int(APETag.headBytes)))
    guard head.count == APETag.headBytes, head.starts(with: "APETAGEX".utf8) else { return nil }
    size = head[12..<16].littleEndian
    items = Int(head[16..<20].littleEndian)
    isHeader = head[23] & 0x20 != 0
    guard size >= APETag.headBytes, items <= 65_536 else { return nil }
  }

  /// Bytes of the tag from here on; of a footer alone, those of itself.
  var length: Int64 { isHeader ? APETag.headBytes + size : APETag.headBytes }
}
