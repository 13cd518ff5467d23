/// Money that came in or went out. A refund is an expense with a negative amount.
public enum TransactionType: String, Sendable, CaseIterable {
  case income
  case expense
}
