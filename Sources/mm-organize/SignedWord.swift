/// A tag to add or to take away, as it is typed: `+food`, `-lunch`.
struct SignedWord {
  let isAdded: Bool
  let text: String

  /// Nil for a word without a sign. It goes by scalars: a tag may begin with a mark, which a character takes for a part of the
  /// sign.
  init?(_ word: String) {
    guard let sign = word.unicodeScalars.first, sign == "+" || sign == "-" else { return nil }
    isAdded = sign == "+"
    text = String(word.unicodeScalars.dropFirst())
  }
}
