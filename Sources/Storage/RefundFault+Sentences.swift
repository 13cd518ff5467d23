import Records

extension RefundFault {
  /// What is wrong with a refund, and what to do about it.
  func sentence(_ id: RecordID, of original: RecordID, isExpenseDeleted: Bool) -> String {
    let cannot = "\(id) cannot be a refund of \(original)"
    // What is deleted is changed by nobody.
    let first = isExpenseDeleted ? "Bring that back first: mm-organize restore \(original)" : nil
    switch self {
    case .noRefund:
      return
        "\(cannot): that is an expense of less than nothing, so its amount is not 0 and its type is not income. Give it another amount or type, or leave out that it is a refund."
    case .ofItself:
      return "\(id) cannot be a refund of itself. Name the expense of which money came back."
    case .ofRefund:
      return
        "\(cannot), which is a refund itself. \(first ?? "Name the expense of which money came back; or, if \(original) is none, say first: mm-organize edit \(original) --no-refund --amount AMOUNT")"
    case .ofIncome:
      return
        "\(cannot), which is income. \(first ?? "Name an expense; or, if \(original) is one, say first: mm-organize edit \(original) --type expense")"
    case .ofNothing:
      return
        "\(cannot), whose amount is not more than 0. \(first ?? "Name another expense; or give \(original) its amount first: mm-organize edit \(original) --amount AMOUNT")"
    case .otherCurrency:
      return
        "\(cannot), which is in another currency. \(first ?? "Give both the same first, like: mm-organize edit \(original) --currency CODE")"
    }
  }
}
