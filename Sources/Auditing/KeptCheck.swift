import Records
import Storage

/// What is remembered of files that stay in their inboxes is what came of them. That a row is gone cannot be told: nothing
/// else says which inbox was not to be emptied, and when.
struct KeptCheck {
  let reader: StoreReader

  func files() throws(StoreError) -> [Problem] {
    try reader.keptFaults().map { fault in
      let path = "\(fault.inbox)/\(fault.name)"
      let record = fault.record?.description ?? "nothing"
      let what =
        switch fault.kind {
        case .dangling: "was taken as what is not there"
        case .unheardOf:
          "was taken as \(record), and no memo of that name ended so in that folder then"
        case .otherContent: "was taken as \(record), which never had this content"
        case .otherRole: "was taken for a sidecar and is none by its name, or the other way round"
        }
      return Problem(
        .keptFileWrong, fault.record, path: path,
        "The store remembers that this file stays in its inbox and \(what): it may be taken once more, or never. Find out which program writes to the store besides these, and put a backup in its place."
      )
    }
  }
}
