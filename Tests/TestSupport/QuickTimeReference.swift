/// Makes a file whose sound lies in another file, as QuickTime's reference movies do (QuickTime File Format Specification,
/// "Data Reference Atoms"). With `-enable_drefs 1 -use_absolute_path 1` ffmpeg plays the other file.
public enum QuickTimeReference {
  /// Puts an alias to `path` in the place of the only data reference, which says "in this file". The index must come after
  /// the sound, whose place would change otherwise.
  public static func replace(in whole: [UInt8], naming path: String) -> [UInt8] {
    let entry = alias(to: path)
    var bytes = whole
    guard let reference = place(of: "dref", in: bytes) else { preconditionFailure("no dref") }
    // Size, type, version and the number of entries, and then the one entry of 12 bytes.
    let added = entry.count - 12
    bytes.replaceSubrange((reference + 16)..<(reference + 28), with: entry)
    for type in ["moov", "trak", "mdia", "minf", "dinf", "dref"] {
      guard let start = place(of: type, in: bytes) else { preconditionFailure("no \(type)") }
      let size = bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } + added
      bytes.replaceSubrange(start..<(start + 4), with: big(size, 4))
    }
    return bytes
  }

  private static func alias(to path: String) -> [UInt8] {
    let absolute = Array(path.utf8)
    var body = [UInt8](repeating: 0, count: 10)
    // The name of the volume: a length and 27 bytes. The name of the file: a length and 63 bytes.
    body += [1] + Array("x".utf8) + [UInt8](repeating: 0, count: 26)
    body += [UInt8](repeating: 0, count: 12)
    body += [9] + Array("other.m4a".utf8) + [UInt8](repeating: 0, count: 63 - 9)
    body += [UInt8](repeating: 0, count: 16)
    // Levels from the alias up and to its target down, -1 where no way between them is known; then what is reserved.
    body += big(0xFFFF, 2) + big(0xFFFF, 2) + [UInt8](repeating: 0, count: 16)
    // Type 2: the path, after the name of the volume.
    let tail = Array("x:".utf8) + absolute
    body += big(2, 2) + big(tail.count, 2) + tail + (tail.count % 2 == 1 ? [0] : [])
    body += big(0xFFFF, 2) + big(0, 2)
    return big(body.count + 12, 4) + Array("alis".utf8) + big(0, 4) + body
  }

  /// Where the box begins: its size, then its type.
  private static func place(of type: String, in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: type.utf8) }.map { $0 - 4 }
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
