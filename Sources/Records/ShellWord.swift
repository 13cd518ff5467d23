extension String {
  /// As a POSIX shell takes it for one word.
  ///
  /// Scalar by scalar: a combining sign makes one character with the `;` or the quote beside it, and a shell knows none.
  public var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      let kind = scalar.properties
      return kind.isAlphabetic || kind.numericType != nil
        || "._-+,@%/".unicodeScalars.contains(scalar)
    }
    if isPlain, !isEmpty { return self }
    var inner = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      inner.append(
        contentsOf: scalar == "'" ? "'\\''".unicodeScalars : String(scalar).unicodeScalars)
    }
    return "'\(String(inner))'"
  }
}
