import Records

/// Names of places and where they are, from a file of the user's own choice.
public struct Gazetteer: Sendable {
  public struct Entry: Sendable {
    public let name: String
    public let coordinates: Coordinates
    let key: String
    let point: EarthPoint
  }

  public let entries: [Entry]

  /// Of nothing.
  public init() { entries = [] }

  /// Reads CSV (RFC 4180) in UTF-8: name, latitude, longitude in decimal degrees (WGS 84). A first line that names
  /// these is no entry, and blank lines are none. A name in quotes may hold commas, and quotes as two.
  public init(_ bytes: [UInt8]) throws(GazetteerFault) {
    var entries: [Entry] = []
    var rest = bytes[...]
    // A mark of the byte order, as spreadsheets write one.
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let number = index + 1
      let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw GazetteerFault(line: number, .notUTF8)
      }
      if text.allSatisfy(\.isWhitespace) { continue }
      let fields = try Gazetteer.fields(of: text, line: number)
      if number == 1, Gazetteer.isHeading(fields) { continue }
      entries.append(try Gazetteer.entry(fields, line: number))
    }
    self.entries = entries
  }

  /// Names of columns, in whatever language: no coordinates are without a digit.
  private static func isHeading(_ fields: [String]) -> Bool {
    fields.count == 3
      && fields.dropFirst().allSatisfy { !$0.isEmpty && !$0.contains(where: \.isNumber) }
  }

  private static func entry(_ fields: [String], line: Int) throws(GazetteerFault) -> Entry {
    guard fields.count == 3 else { throw GazetteerFault(line: line, .fields(fields.count)) }
    let name = fields[0].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !name.isEmpty else { throw GazetteerFault(line: line, .noName) }
    guard let coordinates = Coordinates(latitude: fields[1], longitude: fields[2]) else {
      throw GazetteerFault(line: line, .coordinates("\(fields[1]),\(fields[2])"))
    }
    return Entry(
      name: name, coordinates: coordinates, key: Place.key(of: name),
      point: EarthPoint(coordinates))
  }

  /// Without the blanks around those that are not in quotes.
  private static func fields(of line: String, line number: Int) throws(GazetteerFault) -> [String] {
    var fields: [String] = []
    var rest = line[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      var field = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while true {
          guard let quote = rest.firstIndex(of: "\"") else {
            throw GazetteerFault(line: number, .openQuote)
          }
          field += rest[..<quote]
          rest = rest[rest.index(after: quote)...]
          guard rest.first == "\"" else { break }
          field += "\""
          rest = rest.dropFirst()
        }
        rest = rest.drop { $0 == " " || $0 == "\t" }
        guard rest.isEmpty || rest.first == "," else {
          throw GazetteerFault(line: number, .behindQuote)
        }
      } else {
        let plain = rest.prefix { $0 != "," }
        guard !plain.contains("\"") else { throw GazetteerFault(line: number, .quoteWithin) }
        rest = rest[plain.endIndex...]
        field = String(plain.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
      }
      fields.append(field)
      guard rest.first == "," else { return fields }
      rest = rest.dropFirst()
    }
  }
}

/// Where a gazetteer cannot be understood, and why.
public struct GazetteerFault: Error, Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case notUTF8
    case openQuote
    case behindQuote
    case quoteWithin
    case fields(Int)
    case noName
    case coordinates(String)
  }

  /// From 1.
  public let line: Int
  public let cause: Cause

  init(line: Int, _ cause: Cause) {
    self.line = line
    self.cause = cause
  }
}

extension GazetteerFault: CustomStringConvertible {
  public var description: String {
    switch cause {
    case .notUTF8: "The line is not UTF-8."
    case .openQuote: "A quote is not closed on its line."
    case .behindQuote: "A comma, or the end of the line, must follow a closing quote."
    case .quoteWithin:
      "A field with a quote in it stands in quotes itself, with two for each in it."
    case .fields(let count):
      "A line has a name, a latitude and a longitude; this one has \(count.counted("field")). A name with a comma stands in quotes."
    case .noName: "The name is blank."
    case .coordinates(let text):
      "'\(text)' are no decimal degrees: latitude within 90, longitude within 180."
    }
  }
}
