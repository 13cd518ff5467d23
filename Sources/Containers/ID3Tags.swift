import Linux

/// Tags that anybody writes one after another.
let mostTags = 100

/// Where the ID3 tags of version 2 end that begin there; `offset` itself where none does.
public func endOfID3Tags(in file: FileStretch, from offset: Int64) -> Int64 {
  endOfID3Tags(in: file, from: offset, atMost: mostTags)
}

func endOfID3Tags(in file: some HeaderSource, from offset: Int64, atMost tags: Int) -> Int64 {
  var offset = offset
  for _ in 0..<tags {
    let head = file.header(at: offset, count: 10)
    guard head.starts(with: "ID3".utf8), let length = tagLength(head) else { break }
    offset += length
  }
  return offset
}

/// Whether ten bytes begin a tag that has been written: with a version that there is, and a size of four times seven bits.
func isPlausibleID3Tag(_ head: [UInt8]) -> Bool {
  head.count >= 10 && head.starts(with: "ID3".utf8) && (2...4).contains(head[3]) && head[4] != 0xFF
    && head[6..<10].allSatisfy { $0 < 0x80 }
}

/// Bytes of a tag that begins so: an ID3 tag of version 2 by its size of four times seven bits, with its footer of ten bytes
/// if a flag says that there is one (ID3v2.4, sections 3.1 and 3.4); one of version 1, which always has 128; an APE tag by
/// the size in its head.
func tagLength(_ head: some Collection<UInt8>) -> Int64? {
  let head = Array(head.prefix(Int(APETag.headBytes)))
  guard head.starts(with: "ID3".utf8), head.count >= 10 else {
    return head.starts(with: "TAG".utf8) ? 128 : APETag(head)?.length
  }
  let size = head[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
  return 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
}
