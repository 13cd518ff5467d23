import Records
import Storage

/// Every row is what the journal says that operations made of it.
struct JournalCheck {
  let reader: StoreReader

  func operations() throws(StoreError) -> [Problem] {
    try reader.openOperations().map { number in
      Problem(
        .operationOpen,
        "Operation \(number) was never closed, so that no change can be made any more. Put a backup in the store's place."
      )
    }
  }

  /// A number that is given twice would make one record of two.
  func numbers() throws(StoreError) -> [Problem] {
    try reader.repeatedNumbers().map { table in
      Problem(
        .numberRepeated,
        "The next row of \(table) would have a number that was given already. Put a backup in the store's place."
      )
    }
  }

  func rows() throws(StoreError) -> [Problem] {
    try reader.journalFaults().map { fault in
      let name = "row \(fault.row) of \(fault.table)"
      let row = "R\(name.dropFirst())"
      return switch fault.kind {
      case .lost:
        Problem(
          .rowLost, fault.record,
          "\(row) is gone, and no operation removed it. Put a backup in the store's place.")
      case .unrecorded:
        Problem(
          .rowUnrecorded, fault.record,
          "\(row) is there, and no operation made it. Find out which program writes to the store besides these."
        )
      case .altered:
        Problem(
          .rowAltered, fault.record,
          "\(row) is not what the last operation made of it. Find out which program writes to the store besides these, and put a backup in its place."
        )
      case .broken:
        Problem(
          .journalBroken, fault.record,
          "The journal of \(name) does not hang together: an operation found it other than the one before had left it. Take no operation on it back, and put a backup in the store's place."
        )
      case .unreadable:
        Problem(
          .journalBroken, fault.record,
          "The journal of \(name) cannot be read. Take no operation on it back, and put a backup in the store's place."
        )
      }
    }
  }
}
