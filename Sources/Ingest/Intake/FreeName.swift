import Linux
import Records

/// Names to try, in order, when a file must go back to a folder where its name may be taken.
enum FreeName {
  /// `lunch.wav`, `lunch (2).wav`, … `lunch (1000).wav`; cut so that none is longer than 255 bytes.
  static func candidates(for name: FileName) -> some Sequence<FileName> {
    let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")) ?? name.bytes.endIndex
    let split = dot > name.bytes.startIndex ? dot : name.bytes.endIndex
    let stem = name.bytes[..<split]
    let ending = name.bytes[split...].prefix(64)
    return (1...1000).lazy.map { number in
      guard number > 1 else { return name }
      let marker = Array(" (\(number))".utf8)
      return FileName(bytes: stem.prefix(255 - marker.count - ending.count) + marker + ending)
    }
  }
}
