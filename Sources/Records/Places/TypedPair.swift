/// Two numbers with a comma between them, or with a space where both have decimals; of what is typed for a place, in
/// ASCII. Also two of which one is no number of degrees, so that this can be said: `1e3`, `nan`.
struct TypedPair {
  private typealias Characters = ArraySlice<Character>

  private let parts: [ArraySlice<Character>]
  /// Whether no name is written so.
  let isCertain: Bool

  init?(_ characters: ArraySlice<Character>) {
    guard let parts = TypedPair.parts(of: characters), parts.count == 2 else { return nil }
    self.parts = parts
    isCertain = !parts.allSatisfy(TypedPair.isWhole)
  }

  /// Numbers with commas between them, or with spaces where each has decimals; nil where anything else is there.
  static func parts(of characters: ArraySlice<Character>) -> [ArraySlice<Character>]? {
    var parts = characters.split(omittingEmptySubsequences: false) { ",;".contains($0) }
      .map(trimmed)
    let hasComma = parts.count > 1
    if !hasComma { parts = characters.split(whereSeparator: \.isWhitespace) }
    guard parts.count > 1, parts.allSatisfy(isNumber),
      hasComma || parts.allSatisfy({ !isWhole($0) })
    else { return nil }
    return parts
  }

  private static func trimmed(_ part: Characters) -> Characters {
    let front = part.drop(while: \.isWhitespace)
    guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return front }
    return front[...last]
  }

  /// Also one that computers write, and one with the name of a hemisphere.
  static func isNumber(_ part: ArraySlice<Character>) -> Bool {
    var digits = part
    if let sign = digits.first, "+-".contains(sign) { digits = digits.dropFirst() }
    if ["nan", "inf", "infinity"].contains(String(digits).lowercased()) { return true }
    digits = withoutHemisphere(digits)
    if digits.last == "°" { digits = digits.dropLast() }
    if let power = digits.lastIndex(where: { "eE".contains($0) }) {
      var exponent = digits[(power + 1)...]
      if let sign = exponent.first, "+-".contains(sign) { exponent = exponent.dropFirst() }
      guard !exponent.isEmpty, exponent.allSatisfy(isDigit) else { return false }
      digits = digits[..<power]
    }
    return digits.contains(where: isDigit) && digits.count { $0 == "." } < 2
      && digits.allSatisfy { $0 == "." || isDigit($0) }
  }

  /// Digits alone, perhaps with a sign before them or a hemisphere beside them: a name may be written so.
  static func isWhole(_ part: ArraySlice<Character>) -> Bool {
    var digits = part
    if let sign = digits.first, "+-".contains(sign) { digits = digits.dropFirst() }
    return withoutHemisphere(digits).allSatisfy(isDigit)
  }

  private static func withoutHemisphere(_ digits: Characters) -> Characters {
    if let side = digits.last, "NSEWnsew".contains(side) { return trimmed(digits.dropLast()) }
    if let side = digits.first, "NSEWnsew".contains(side) { return trimmed(digits.dropFirst()) }
    return digits
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  func coordinates() throws(TypedPlace.Refusal) -> Coordinates {
    let texts = parts.map { part in String(part.filter { $0 != "°" }) }
    if let coordinates = Coordinates(latitude: texts[0], longitude: texts[1]) { return coordinates }
    for (part, text) in zip(parts, texts) where !TypedPair.isDegrees(text) {
      throw TypedPlace.Refusal(
        message: "'\(text)' is no number of degrees, which is written like 25.0330 or -33.8688.",
        position: part.startIndex + 1)
    }
    let isNorth = Coordinates(latitude: texts[0], longitude: "0") == nil
    throw TypedPlace.Refusal(
      message: isNorth
        ? "'\(texts[0])' is no latitude, which comes first and is within 90 degrees."
        : "'\(texts[1])' is no longitude, which is within 180 degrees.",
      position: parts[isNorth ? 0 : 1].startIndex + 1)
  }

  /// Whatever they say: digits, perhaps a sign before them and a fraction behind.
  private static func isDegrees(_ text: String) -> Bool {
    let digits = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
    let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(halves.count)
      && halves.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }
}
