import Records
import Storage

/// Every memo that ended has what it ended as, and whatever mm-ingestd made is the end of a memo (invariant 6).
struct OutcomeCheck {
  let reader: StoreReader

  func counts() throws(StoreError) -> [Problem] {
    let counted = try reader.outcomeCounts()
    let stored = try reader.storedOutcomes()
    return Outcome.Kind.allCases.compactMap { kind in
      let (one, other) = (counted[kind] ?? 0, stored[kind] ?? 0)
      guard one != other else { return nil }
      return Problem(
        .outcomeCount,
        "The count of memos that ended as \(kind.rawValue) is \(one), and the store holds \(other) of them. Put a backup in its place."
      )
    }
  }

  func outcomes() throws(StoreError) -> [Problem] {
    try reader.outcomeFaults().map { fault in
      let end = fault.end ?? "?"
      return switch fault.kind {
      case .dangling:
        Problem(
          .outcomeDangling, fault.record,
          "A memo ended as \(end), and \(fault.record.map { "there is no such record as \($0)" } ?? "nothing says what it became"). Look for it in a backup."
        )
      case .missing:
        Problem(
          .outcomeMissing, fault.record,
          "mm-ingestd made this, and the store knows of no memo that it came from. Put a backup in its place."
        )
      case .repeated:
        Problem(
          .outcomeRepeated, fault.record,
          "Several memos ended as this one record. Put a backup in the store's place.")
      case .altered:
        Problem(
          .outcomeAltered, fault.record,
          "A memo ended as \(end), and its time, inbox or name is not what the journal has of this. Find out which program writes to the store besides these, and put a backup in its place."
        )
      }
    }
  }
}
