import CUTF8Proc

extension Character {
  /// How many columns a terminal gives it: 0, 1, or 2 for CJK and emoji (UAX #11).
  public var displayWidth: Int {
    var width = 0
    for scalar in unicodeScalars {
      // The emoji presentation selector makes its character wide, and so do the letters of a flag.
      if scalar.value == 0xFE0F || (0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
      width = max(width, Int(utf8proc_charwidth(utf8proc_int32_t(bitPattern: scalar.value))))
    }
    return width
  }
}

extension StringProtocol {
  /// Columns on a terminal.
  public var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// Cut to at most so many columns; what is cut ends in an ellipsis.
  public func cut(toWidth limit: Int) -> String {
    guard displayWidth > limit else { return String(self) }
    var kept = ""
    var width = 1
    for character in self {
      width += character.displayWidth
      if width > limit { break }
      kept.append(character)
    }
    return limit > 0 ? kept + "…" : ""
  }

  /// Spaces after the text, up to a number of columns.
  public func padded(toWidth width: Int) -> String {
    String(self) + String(repeating: " ", count: Swift.max(0, width - displayWidth))
  }

  public func paddedLeft(toWidth width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - displayWidth)) + String(self)
  }
}
