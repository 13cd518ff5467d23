import Linux
import Records

/// How a value is read from its text.
enum SettingValue {
  /// From 1 ms to a hundred years; `0` alone needs no unit.
  static func duration(
    _ text: String, atLeast least: Duration = .milliseconds(1), or leastText: String = "1ms"
  ) throws(SettingFault) -> Duration {
    let (digits, unit) = split(text)
    let milliseconds: Int? =
      switch unit {
      case "ms": 1
      case "s": 1000
      case "m": 60_000
      case "h": 3_600_000
      case "d": 86_400_000
      case "": digits.allSatisfy { $0 == "0" } ? 1 : nil
      default: nil
      }
    guard let milliseconds, !digits.isEmpty else { throw .notDuration(text) }
    let century = 100 * 365 * 86_400_000
    guard let count = Int(digits), count <= century / milliseconds,
      .milliseconds(count * milliseconds) >= least
    else { throw .outOfRange(text, least: leastText, most: "36500d") }
    return .milliseconds(count * milliseconds)
  }

  /// Bytes; K, M and G are powers of 1024. At least what it takes to decode AAC and Opus, between 192M and 208M on amd64,
  /// and a little more.
  static func size(_ text: String) throws(SettingFault) -> Int {
    let (digits, unit) = split(text)
    let scale: Int? =
      switch unit {
      case "": 1
      case "K", "k": 1 << 10
      case "M", "m": 1 << 20
      case "G", "g": 1 << 30
      default: nil
      }
    guard let scale, !digits.isEmpty else { throw .notSize(text) }
    guard let count = Int(digits), count <= (1 << 40) / scale, count * scale >= 256 << 20 else {
      throw .outOfRange(text, least: "256M", most: "1024G")
    }
    return count * scale
  }

  static func count(_ text: String, in range: ClosedRange<Int>) throws(SettingFault) -> Int {
    guard let count = Int(text), range.contains(count) else { throw .notCount(text, range: range) }
    return count
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String, of type: Choice.Type = Choice.self
  ) throws(SettingFault) -> Choice {
    guard let choice = Choice(rawValue: text) else {
      throw .notChoice(text, choices: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  static func choice(_ text: String, among choices: [String]) throws(SettingFault) {
    guard choices.contains(text) else { throw .notChoice(text, choices: choices) }
  }

  /// The words of a command line. Quotes, single or double, keep spaces in one; nothing else has a meaning, since no shell
  /// reads it.
  static func words(_ text: String) throws(SettingFault) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw .openQuote(text) }
    return words + (word.map { [$0] } ?? [])
  }

  static func currency(_ text: String) throws(SettingFault) -> Currency {
    guard let currency = Currency(code: text) else { throw .unknownCurrency(text) }
    return currency
  }

  static func timeZone(_ text: String) throws(SettingFault) -> String {
    guard LocalTime.isKnown(zone: text) else { throw .unknownTimeZone(text) }
    return text
  }

  /// The digits that a text starts with, and the rest.
  private static func split(_ text: String) -> (digits: Substring, unit: Substring) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    return (digits, text[digits.endIndex...])
  }
}
