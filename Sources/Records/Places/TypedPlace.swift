/// A place as a person types it, and as it is shown: `Ice Monster`, `Ice Monster (25.0330, 121.5654)`, or coordinates
/// alone, in decimal degrees and the latitude first. Digits and marks of full width are those of ASCII.
public struct TypedPlace: Hashable, Sendable {
  public let name: String?
  public let coordinates: Coordinates?

  /// A text that looks like coordinates and says none. Both numbers of a pair alone that has no decimals are a name.
  public struct Refusal: Error, Hashable, Sendable {
    /// A whole sentence.
    public let message: String
    /// The character at which it goes wrong, from 1 on.
    public let position: Int
  }

  /// `text` must not be blank.
  public init(_ text: String) throws(Refusal) {
    let characters = Array(text)
    let plain = characters.map(TypedPlace.plain)
    if let point = GeographicPoint(SidecarReading.trimmed(String(plain))) {
      (name, coordinates) = (nil, point.coordinates)
      return
    }
    let whole = plain[..<((plain.lastIndex { !$0.isWhitespace } ?? -1) + 1)]
    var end = whole.endIndex
    var found: Coordinates?
    if whole.last == ")", let bracket = whole.lastIndex(of: "("),
      let pair = TypedPair(whole[(bracket + 1)..<(whole.endIndex - 1)])
    {
      found = try pair.coordinates()
      end = bracket
    } else if let pair = TypedPair(whole), pair.isCertain {
      found = try pair.coordinates()
      end = whole.startIndex
    }
    try UnreadPair.refuse(in: whole[..<end], isSecond: found != nil)
    coordinates = found
    name = TypedPlace.collapsed(characters[..<end])
  }

  private static func collapsed(_ characters: ArraySlice<Character>) -> String? {
    let words = characters.split(whereSeparator: \.isWhitespace).map { String($0) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// What a sign of full width, a digit of another script, or a minus is in ASCII; one character for one.
  static func plain(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
      return character
    }
    switch scalar.value {
    case 0xFF01...0xFF5E:
      return UnicodeScalar(scalar.value - 0xFEE0).map(Character.init) ?? character
    case 0x2212, 0xFE63: return "-"
    case 0xBA: return "°"
    case 0x3001, 0xFE50, 0xFE51: return ","
    case 0x80...:
      guard scalar.properties.numericType == .decimal, let digit = character.wholeNumberValue,
        let digit = UnicodeScalar(48 + digit)
      else { return character }
      return Character(digit)
    default: return character
    }
  }
}

extension Coordinates {
  /// As a person types them, each by itself.
  public init?(typedLatitude latitude: String, longitude: String) {
    self.init(
      latitude: String(latitude.map(TypedPlace.plain)),
      longitude: String(longitude.map(TypedPlace.plain)))
  }
}
