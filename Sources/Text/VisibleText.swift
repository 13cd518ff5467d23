extension StringProtocol {
  /// The text with every character that a terminal would obey, or not show, written as `\u{1b}`: what comes from a
  /// file is shown, not executed.
  public var visible: String {
    guard unicodeScalars.contains(where: \.isUnsafeToShow) else { return String(self) }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isUnsafeToShow {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension StringProtocol {
  /// JSON text for a terminal: what it would obey, or not show, as JSON's own escapes, so that it still says the same.
  public var safeJSON: String {
    var result = ""
    for scalar in unicodeScalars {
      guard scalar != "\n", scalar.isUnsafeToShow else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
        let digits = String(unit, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
      }
    }
    return result
  }
}

extension UnicodeScalar {
  fileprivate var isUnsafeToShow: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // The joiners hold emoji and Indic text together; tag characters make flags.
    case .format: value != 0x200C && value != 0x200D && !(0xE0020...0xE007F).contains(value)
    default: false
    }
  }
}
