/// A written amount taken apart: its sign, its currency signs, and the number between them.
struct WrittenAmount: Hashable, Sendable {
  var isNegative = false
  /// What each sign or code can mean; at most two before and two behind the number (`NTD$120`).
  var currencies: [[Currency]] = []
  /// Digits and separators; starts or ends with a digit.
  var number: [UnicodeScalar] = []

  /// Nil for blank text.
  init?(_ text: String) throws(AmountReader.Unclear) {
    var rest = Array(text.unicodeScalars)[...]
    WrittenAmount.trim(&rest)
    guard !rest.isEmpty else { return nil }
    var signs = 0
    takeBrackets(&rest, signs: &signs)
    try takeAffixes(&rest, signs: &signs, isLeading: true)
    try takeAffixes(&rest, signs: &signs, isLeading: false)
    takeBrackets(&rest, signs: &signs)
    guard signs <= 1, !rest.isEmpty else { throw WrittenAmount.unclear(text) }
    for scalar in rest where !WrittenAmount.isNumberPart(scalar) {
      throw WrittenAmount.leftover(rest, of: text)
    }
    number = Array(rest)
  }

  /// Brackets mean less than nothing, around the currency or within it: `($5)`, `$(5)`.
  private mutating func takeBrackets(_ rest: inout ArraySlice<UnicodeScalar>, signs: inout Int) {
    guard let first = rest.first, let last = rest.last, "(（".unicodeScalars.contains(first),
      ")）".unicodeScalars.contains(last)
    else { return }
    rest = rest.dropFirst().dropLast()
    isNegative = true
    signs += 1
  }

  /// A minus, a plus and a currency at one end, in any order, with spaces between.
  private mutating func takeAffixes(
    _ rest: inout ArraySlice<UnicodeScalar>, signs: inout Int, isLeading: Bool
  ) throws(AmountReader.Unclear) {
    var taken: [[Currency]] = []
    while true {
      WrittenAmount.trim(&rest)
      guard let end = isLeading ? rest.first : rest.last else { return }
      if "-−－".unicodeScalars.contains(end) || (isLeading && "+＋".unicodeScalars.contains(end)) {
        if !"+＋".unicodeScalars.contains(end) { isNegative = true }
        signs += 1
        rest = isLeading ? rest.dropFirst() : rest.dropLast()
        // `50,-` is a price without cents, and could be a trailing minus.
        if !isLeading, let mark = rest.last, DecimalNumber.Separator(mark)?.canBeDecimal == true {
          throw AmountReader.Unclear(
            code: .amountUnclear,
            message: "A mark and a dash may mean that there are no cents, or less than nothing.")
        }
      } else if taken.count < 2,
        let (codes, length) = WrittenAmount.currency(rest, isLeading: isLeading),
        !taken.contains(codes)
      {
        taken.append(codes)
        currencies.append(codes)
        rest = isLeading ? rest.dropFirst(length) : rest.dropLast(length)
      } else {
        return
      }
    }
  }

  /// The longest sign or code at one end, not cut out of a longer word.
  private static func currency(
    _ rest: ArraySlice<UnicodeScalar>, isLeading: Bool
  ) -> (codes: [Currency], length: Int)? {
    let word =
      isLeading
      ? Array(rest.prefix { $0.properties.isAlphabetic })
      : Array(rest.reversed().prefix { $0.properties.isAlphabetic }.reversed())
    if word.count == 3, let currency = Currency(code: text(word)) { return ([currency], 3) }
    for (sign, codes) in Currency.signs {
      let length = sign.unicodeScalars.count
      let part = isLeading ? rest.prefix(length) : rest.suffix(length)
      guard folded(part) == sign else { continue }
      let inside = isLeading ? rest.dropFirst(length).first : rest.dropLast(length).last
      let joins = isLeading ? sign.unicodeScalars.last : sign.unicodeScalars.first
      // `krone` is not `kr`.
      if let inside, let joins, isLatinLetter(inside), isLatinLetter(joins) { continue }
      return (codes.compactMap { Currency(code: $0) }, length)
    }
    return nil
  }

  private static func isLatinLetter(_ scalar: UnicodeScalar) -> Bool {
    scalar.properties.isAlphabetic && scalar.value < 0x250
  }

  private static func text(_ scalars: some Sequence<UnicodeScalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Lower case, with the full-width dollar and yen as their plain signs.
  private static func folded(_ scalars: some Sequence<UnicodeScalar>) -> String {
    text(
      scalars.map { scalar in
        switch scalar {
        case "＄": "$"
        case "￥": "¥"
        default: scalar
        }
      }
    ).lowercased()
  }

  private static func trim(_ rest: inout ArraySlice<UnicodeScalar>) {
    rest = rest.drop { $0.properties.isWhitespace }
    while let last = rest.last, last.properties.isWhitespace { rest = rest.dropLast() }
  }

  private static func isNumberPart(_ scalar: UnicodeScalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber || DecimalNumber.Separator(scalar) != nil
  }

  private static func unclear(_ text: String) -> AmountReader.Unclear {
    AmountReader.Unclear(code: .amountUnclear, message: "The text is no amount.")
  }

  private static func leftover(
    _ rest: ArraySlice<UnicodeScalar>, of text: String
  ) -> AmountReader.Unclear {
    let letters = rest.split { !$0.properties.isAlphabetic }
    let looksLikeCode =
      rest.contains { $0.properties.generalCategory == .decimalNumber }
      && letters.count == 1 && letters[0].count == 3
      && letters[0].allSatisfy { $0.isASCII }
      && (letters[0].startIndex == rest.startIndex || letters[0].endIndex == rest.endIndex)
    return looksLikeCode
      ? AmountReader.Unclear(
        code: .currencyUnknown,
        message: "\(WrittenAmount.text(letters[0]).uppercased()) is no currency code of ISO 4217.")
      : unclear(text)
  }
}
