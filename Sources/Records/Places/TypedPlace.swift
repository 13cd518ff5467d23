/// A place as a person types it, and as it is shown: `Ice Monster`, `Ice Monster (25.0330, 121.5654)`, or coordinates
/// alone, in decimal degrees and the latitude first.
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
    if let point = GeographicPoint(SidecarReading.trimmed(text)) {
      (name, coordinates) = (nil, point.coordinates)
      return
    }
    let characters = Array(text)
    let end = (characters.lastIndex { !$0.isWhitespace } ?? -1) + 1
    let whole = characters[..<end]
    if let last = whole.last, ")）".contains(last),
      let bracket = whole.lastIndex(where: { "(（".contains($0) }),
      let pair = TypedPair(whole[(bracket + 1)..<(end - 1)])
    {
      coordinates = try pair.coordinates()
      name = TypedPlace.collapsed(whole[..<bracket])
    } else if let pair = TypedPair(whole), pair.hasDecimals {
      coordinates = try pair.coordinates()
      name = nil
    } else {
      coordinates = nil
      name = TypedPlace.collapsed(whole)
    }
  }

  private static func collapsed(_ characters: ArraySlice<Character>) -> String? {
    let words = characters.split(whereSeparator: \.isWhitespace).map { String($0) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

/// Two numbers with a comma between them, or with a space where both have decimals.
private struct TypedPair {
  private let parts: [ArraySlice<Character>]
  let hasDecimals: Bool

  init?(_ characters: ArraySlice<Character>) {
    var parts = characters.split(omittingEmptySubsequences: false) { ",，;".contains($0) }
      .map(TypedPair.trimmed)
    let hasComma = parts.count > 1
    if !hasComma { parts = characters.split(whereSeparator: \.isWhitespace) }
    guard parts.count == 2, parts.allSatisfy(TypedPair.isNumber) else { return nil }
    let decimals = parts.count { $0.contains(".") }
    guard hasComma || decimals == 2 else { return nil }
    self.parts = parts
    hasDecimals = decimals > 0
  }

  private static func trimmed(_ part: ArraySlice<Character>) -> ArraySlice<Character> {
    let front = part.drop(while: \.isWhitespace)
    guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return front }
    return front[...last]
  }

  private static func isNumber(_ part: ArraySlice<Character>) -> Bool {
    var digits = part
    if let sign = digits.first, "+-\u{2212}".contains(sign) { digits = digits.dropFirst() }
    if digits.last == "°" { digits = digits.dropLast() }
    let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(halves.count)
      && halves.allSatisfy { half in
        !half.isEmpty && half.allSatisfy { $0.isASCII && $0.isWholeNumber }
      }
  }

  func coordinates() throws(TypedPlace.Refusal) -> Coordinates {
    let texts = parts.map { part in
      String(part.map { $0 == "\u{2212}" ? "-" : $0 }.filter { $0 != "°" })
    }
    if let coordinates = Coordinates(latitude: texts[0], longitude: texts[1]) { return coordinates }
    let isNorth = Coordinates(latitude: texts[0], longitude: "0") == nil
    let wrong = isNorth ? 0 : 1
    throw TypedPlace.Refusal(
      message: isNorth
        ? "'\(texts[0])' is no latitude, which comes first and is within 90 degrees."
        : "'\(texts[1])' is no longitude, which is within 180 degrees.",
      position: parts[wrong].startIndex + 1)
  }
}
