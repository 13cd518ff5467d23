/// The rules of refunds, as they hold for every live refund whatever has become of its expense: it is an expense with a
/// negative amount; and what it gives money back of is another expense, with a positive amount, in the same currency, which
/// is no refund itself.
public struct RefundSide: Hashable, Sendable {
  /// Nil for one that is still to be made.
  public var id: RecordID?
  public var type: TransactionType?
  public var minorUnits: Int64?
  /// An ISO 4217 code.
  public var currency: String?
  public var refundOf: RecordID?

  public init(
    _ id: RecordID?, type: TransactionType?, minorUnits: Int64?, currency: String?,
    refundOf: RecordID?
  ) {
    self.id = id
    self.type = type
    self.minorUnits = minorUnits
    self.currency = currency
    self.refundOf = refundOf
  }

  public init(_ id: RecordID?, _ fields: RecordFields, refundOf: RecordID?) {
    self.init(
      id, type: fields.type, minorUnits: fields.amount?.minorUnits,
      currency: fields.currency?.code ?? fields.amount?.currency.code, refundOf: refundOf)
  }

  public init(_ transaction: Transaction) {
    self.init(transaction.id, transaction.fields, refundOf: transaction.refundOf)
  }

  /// The first rule that this breaks as a refund of `expense`.
  public func fault(asRefundOf expense: RefundSide) -> RefundFault? {
    guard type == .expense, let minorUnits, minorUnits < 0 else { return .noRefund }
    if id != nil, id == expense.id { return .ofItself }
    if expense.refundOf != nil { return .ofRefund }
    guard expense.type == .expense else { return .ofIncome }
    guard let paid = expense.minorUnits, paid > 0 else { return .ofNothing }
    return currency == expense.currency ? nil : .otherCurrency
  }
}

/// A rule of refunds that is broken.
public enum RefundFault: Hashable, Sendable {
  /// It is income, or its amount is not negative.
  case noRefund
  case ofItself
  case ofRefund
  case ofIncome
  /// Of an expense whose amount is not positive.
  case ofNothing
  case otherCurrency
}
