import CINI

/// One `key = value` line.
struct ConfigurationEntry: Hashable {
  var section: String
  /// Nil for the line that opens the section.
  var key: String?
  var value: String
  /// Counts from 1.
  var line: Int
}

/// A fault and its line, before the file has a name.
struct LineFault: Error {
  var fault: SettingFault
  var line: Int?
}

/// The only door to libinih. It knows sections and keys as text, not what they mean.
///
/// libinih is handed one line at a time, since it tells its handler no line number, cuts what does not fit its
/// buffers without a word, reads an indented line as more of the value above, and stays silent about a section
/// without keys. So each line is measured first and given without its indent, and each section line is followed
/// by one made-up line, whose name nobody types.
enum ConfigurationText {
  /// ini.h: the buffer of `INI_MAX_LINE` (200) bytes is "3 more than the longest line".
  static let longestLine = 197
  /// ini.c keeps a section's name in 50 bytes, the last of them NUL.
  static let longestSectionName = 49

  static func entries(of content: [UInt8]) throws(LineFault) -> [ConfigurationEntry] {
    let lines = try measured(content)
    let reader = LineReader(lines)
    let status = withExtendedLifetime(reader) {
      let context = Unmanaged.passUnretained(reader).toOpaque()
      return ini_parse_stream(
        { buffer, capacity, context in
          guard let buffer, let context else { return nil }
          let reader = Unmanaged<LineReader>.fromOpaque(context).takeUnretainedValue()
          return reader.copyNext(to: buffer, capacity: Int(capacity)) ? buffer : nil
        }, context,
        { context, section, name, value in
          guard let context, let section, let name, let value else { return 0 }
          Unmanaged<LineReader>.fromOpaque(context).takeUnretainedValue().take(
            section: String(cString: section), key: String(cString: name),
            value: String(cString: value))
          return 1
        }, context)
    }
    guard status == 0 else {
      let line = status > 0 ? reader.sourceLine(ofFed: Int(status)) : nil
      throw LineFault(fault: .lineNotUnderstood, line: line)
    }
    return reader.entries
  }

  /// The lines without indent and line end, each known to fit.
  private static func measured(_ content: [UInt8]) throws(LineFault) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    // A byte-order mark is no part of the first line.
    let text = content.starts(with: [0xEF, 0xBB, 0xBF]) ? content.dropFirst(3) : content[...]
    let split = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in split.enumerated() {
      var line = Array(bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      while line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard !line.contains(0), String(validating: line, as: UTF8.self) != nil else {
        throw LineFault(fault: .notText, line: index + 1)
      }
      guard line.count <= longestLine else {
        throw LineFault(
          fault: .lineTooLong(bytes: line.count, limit: longestLine), line: index + 1)
      }
      if line.first == UInt8(ascii: "["),
        let end = line.firstIndex(of: UInt8(ascii: "]")), end - 1 > longestSectionName
      {
        throw LineFault(fault: .sectionNameTooLong(limit: longestSectionName), line: index + 1)
      }
      lines.append(line)
    }
    return lines
  }
}

/// What libinih reads from and reports to.
private final class LineReader {
  /// The name of the made-up line after each section line.
  private static let opening = "\u{1}"

  private let fed: [(bytes: [UInt8], line: Int)]
  private var position = 0
  private(set) var entries: [ConfigurationEntry] = []

  init(_ lines: [[UInt8]]) {
    fed = lines.enumerated().flatMap { index, bytes in
      let line = (bytes, index + 1)
      guard bytes.first == UInt8(ascii: "[") else { return [line] }
      return [line, (Array("\(LineReader.opening)=".utf8), index + 1)]
    }
  }

  func sourceLine(ofFed number: Int) -> Int? {
    fed.indices.contains(number - 1) ? fed[number - 1].line : nil
  }

  /// As fgets(3); false after the last line.
  func copyNext(to buffer: UnsafeMutablePointer<CChar>, capacity: Int) -> Bool {
    guard position < fed.count else { return false }
    let bytes = fed[position].bytes + [UInt8(ascii: "\n"), 0]
    precondition(bytes.count <= capacity, "a line was not measured")
    for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    position += 1
    return true
  }

  func take(section: String, key: String, value: String) {
    let line = fed[position - 1].line
    let isOpening = key == LineReader.opening
    entries.append(
      ConfigurationEntry(
        section: section, key: isOpening ? nil : key, value: value, line: line))
  }
}
