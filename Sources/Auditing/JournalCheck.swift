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

  /// Every operation is one that its program makes, and is taken back by what it says.
  func steps() throws(StoreError) -> [Problem] {
    try reader.operationFaults().map { fault in
      let what =
        switch fault.kind {
        case .strange: "is none that its program makes"
        case .aimless:
          "takes back or returns nothing that could be, or names another and is no way back"
        case .falselyUndone: "is not taken back by what it says"
        case .repeated: "takes back or returns what that had been done to already"
        case .misnamed: "made what no operation of its kind makes"
        }
      return Problem(
        .journalBroken,
        "Operation \(fault.operation) \(what). Take nothing back, and put a backup in the store's place."
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
