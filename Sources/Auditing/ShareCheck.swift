import Records
import Storage

/// Money that was split, merged or given back is counted once.
struct ShareCheck {
  let reader: StoreReader

  func shares() throws(StoreError) -> [Problem] {
    try reader.shareFaults().map { fault in
      let (record, other) = (fault.record, fault.other.map(\.description) ?? "")
      return switch fault.kind {
      case .doubled:
        Problem(
          .countedTwice, record,
          "\(record) is a part of \(other), and both count. Delete one of them: 'mm-organize delete \(record)'."
        )
      case .merged:
        Problem(
          .countedTwice, record,
          "\(record) was put into \(other), and counts all the same. Delete it: 'mm-organize delete \(record)'."
        )
      case .uneven:
        Problem(
          .partsUneven, record,
          "The parts of \(record) do not add up to it. Look at 'mm-organize show \(record)', and put a backup in the store's place."
        )
      case .refund:
        Problem(
          .refundWrong, record,
          "\(record) is said to be a refund of \(other), \(fault.refundFault?.clause ?? "and cannot be"). Say 'mm-organize edit \(record) --no-refund'."
        )
      }
    }
  }
}

extension RefundFault {
  fileprivate var clause: String {
    switch self {
    case .noRefund: "and is no expense with a negative amount"
    case .ofItself: "which it is itself"
    case .ofRefund: "which is a refund itself"
    case .ofIncome: "which is income"
    case .ofNothing: "whose amount is not more than 0"
    case .otherCurrency: "which is in another currency"
    }
  }
}
