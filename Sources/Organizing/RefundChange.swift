import Records

/// What a person says of a transaction as a refund.
public enum RefundChange: Hashable, Sendable {
  /// It gives money of this expense back.
  case of(RecordID)
  /// It is none.
  case withdrawn

  /// The expense.
  var original: RecordID? {
    switch self {
    case .of(let id): id
    case .withdrawn: nil
    }
  }
}

extension RecordFields {
  /// A refund is an expense with a negative amount, which lowers spending and is no income, however it was written. A type
  /// that is given stays, to be refused.
  mutating func becomeRefund(_ sources: inout [Field: FieldSource], isTypeGiven: Bool) {
    if let amount, amount.minorUnits > 0 {
      self.amount = Money(minorUnits: -amount.minorUnits, currency: amount.currency)
    }
    if !isTypeGiven, type != .expense {
      type = .expense
      sources[.type] = .user
    }
  }
}
