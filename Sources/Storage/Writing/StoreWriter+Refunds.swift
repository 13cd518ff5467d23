import Records

/// The rules of refunds (`RefundSide`), wherever a transaction is made, changed or brought back.
extension StoreWriter {
  /// Refused where a live transaction that is, or is to be, like `side` breaks them as a refund. `name` is how it is spoken
  /// of.
  func requireTrueRefund(_ side: RefundSide, as name: RecordID) throws(StoreError) {
    guard let original = side.refundOf else { return }
    guard let expense = try transaction(original) else { throw .refused(.noSuchRecord(original)) }
    let other = original == side.id ? side : RefundSide(expense)
    guard let fault = side.fault(asRefundOf: other) else { return }
    throw .refused(
      .falseRefund(name, of: original, fault, isExpenseDeleted: expense.deleted))
  }

  /// What becomes a refund becomes one of a live expense: refused where that is not there, or deleted.
  func requireTrueNewRefund(_ side: RefundSide, as name: RecordID) throws(StoreError) {
    guard let original = side.refundOf else { return }
    _ = try liveTransaction(original)
    try requireTrueRefund(side, as: name)
  }

  /// Refused where a live refund of a transaction would break them once that is like `side`. Those that break them already
  /// are no reason, where `old` is what it was: an edit that mends something must be possible.
  func requireTrueRefunds(
    of transaction: Transaction, being side: RefundSide, insteadOf old: RefundSide? = nil
  ) throws(StoreError) {
    for id in transaction.refunds where id != transaction.id {
      guard let refund = try self.transaction(id), !refund.deleted else { continue }
      let own = RefundSide(refund)
      guard own.fault(asRefundOf: side) != nil else { continue }
      if let old, own.fault(asRefundOf: old) != nil { continue }
      throw .refused(.refunded(transaction.id, by: id))
    }
  }
}
