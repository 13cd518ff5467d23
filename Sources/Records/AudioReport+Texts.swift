extension AudioReport.TextTag {
  /// At most `longestText` bytes, since the answer is one message, ending with a whole character. Control characters
  /// other than tab and line feed become spaces: they say nothing and take six bytes each in JSON.
  public static func shortened(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isBlank = scalar.value < 0x20 && scalar != "\t" && scalar != "\n" || scalar == "\u{7F}"
      let kept = isBlank ? " " : scalar
      guard result.utf8.count + UTF8.width(kept) <= AudioReport.longestText else { break }
      result.unicodeScalars.append(kept)
    }
    return result
  }
}
