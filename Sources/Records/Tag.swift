import Text

/// A tag as typed for display, and the key by which tags are the same.
public struct Tag: Hashable, Sendable {
  /// Trimmed, inner white space collapsed, 1 to 100 characters, no control characters.
  public let name: String
  /// NFC and full case folding of `name` (version 1 of the rule, which the schema records).
  public let key: String

  public enum Refusal: Error, Hashable, Sendable {
    case blank
    case tooLong
    case controlCharacter
  }

  /// White space of any kind, line ends among it, becomes single spaces. A leading `#` is a character like any
  /// other: whoever types `#1` may mean a number, and what is typed is kept.
  public init(_ text: some StringProtocol) throws(Refusal) {
    let name = text.unicodeScalars.split { $0.properties.isWhitespace }
      .map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    guard name.unicodeScalars.allSatisfy(Tag.isAllowed) else { throw .controlCharacter }
    // Fillers and lone joiners show as nothing.
    guard name.unicodeScalars.contains(where: Tag.isSeen) else { throw .blank }
    guard name.count <= 100 else { throw .tooLong }
    self.name = name
    key = name.caseFoldedNFC
  }

  private static func isSeen(_ scalar: UnicodeScalar) -> Bool {
    !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
  }

  /// Characters that show nothing, or turn the writing direction, could make two tags look the same. The joiners
  /// hold emoji and Indic text together, and tag characters make flags.
  private static func isAllowed(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    case .format:
      scalar.value == 0x200C || scalar.value == 0x200D || (0xE0020...0xE007F).contains(scalar.value)
    default: true
    }
  }

  public static func == (one: Tag, other: Tag) -> Bool { one.key == other.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Tag.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .blank: "A tag needs at least one character."
    case .tooLong: "A tag has at most 100 characters."
    case .controlCharacter: "A tag holds no control characters and no invisible marks."
    }
  }
}

extension [Tag] {
  /// Without those whose key came before: the first spelling stays.
  public var withoutRepeats: [Tag] {
    var seen: Set<Tag> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Tag {
  /// The parts of one text that lists tags, split at commas: the Latin one, and the two that Chinese and Japanese
  /// lists are written with (full-width and enumeration comma).
  public static func split(_ text: String) -> [Substring] { text.split(whereSeparator: isComma) }

  /// At which character, from 1 on, the first comma stands. A tag that is typed has none; one of a sidecar may.
  public static func comma(in text: some StringProtocol) -> Int? {
    text.firstIndex(where: isComma).map { text.distance(from: text.startIndex, to: $0) + 1 }
  }

  private static func isComma(_ character: Character) -> Bool { ",，、".contains(character) }
}
