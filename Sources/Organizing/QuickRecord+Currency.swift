import Records

extension QuickRecord {
  /// Refused where the capture named a currency, and nobody knows which: the configured one would be a guess.
  func requireNoGuess(
    ofCurrency sources: [Field: FieldSource], _ amounts: AmountReader
  ) throws(FieldRefusal) {
    guard sources[.currency] == .defaults,
      let note = review.first(where: {
        $0.code == .currencyUnknown || $0.code == .currencyAmbiguous
      })
    else { return }
    throw FieldRefusal(
      code: note.code,
      message: "\(id) names a currency that is unclear; give the right one with the amount.",
      decimalMark: amounts.decimalMark)
  }
}
