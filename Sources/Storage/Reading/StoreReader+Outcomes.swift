import JSON
import Records
import SQLite

extension StoreReader {
  /// The ends of memos that led to a record or a quarantine item, oldest first.
  public func outcomes(of record: RecordID) throws(StoreError) -> [Outcome] {
    try outcomes(where: "record = ?", [record.description])
  }

  /// The ends of memos with a file of this name, oldest first; of one inbox, or of all.
  public func outcomes(of name: FileName, inbox: String?) throws(StoreError) -> [Outcome] {
    let names = "(recording = ?1 OR sidecar = ?1)"
    guard let inbox else { return try outcomes(where: names, [name.bytes]) }
    return try outcomes(where: "\(names) AND inbox = ?2", [name.bytes, inbox])
  }

  private func outcomes(
    where condition: String, _ values: [any Bindable]
  ) throws(StoreError) -> [Outcome] {
    // A store that is only read may be of an older schema, and then stays so.
    let story =
      schema < 3 ? "NULL, NULL, NULL" : "recording_arrived, sidecar_arrived, waits"
    let found = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT kind, at, inbox, recording, sidecar, record, \(story) FROM outcome
          WHERE \(condition) ORDER BY id
        """, values
      ) { row -> (Outcome, String?)? in
        guard let kind = Outcome.Kind(rawValue: row.text()) else { return nil }
        let outcome = Outcome(
          kind: kind, at: Instant(nanoseconds: row.integer()), inbox: row.text(),
          recording: row.blobIfAny().map { FileName(bytes: $0) },
          sidecar: row.blobIfAny().map { FileName(bytes: $0) },
          record: row.textIfAny().flatMap { RecordID($0) },
          recordingArrived: row.integerIfAny().map { Instant(nanoseconds: $0) },
          sidecarArrived: row.integerIfAny().map { Instant(nanoseconds: $0) })
        return (outcome, row.textIfAny())
      }
    }
    var outcomes: [Outcome] = []
    for case (var outcome, let waits)? in found {
      if let waits { outcome.waits = StoredWaits.read(try json(waits)) }
      outcomes.append(outcome)
    }
    return outcomes
  }
}
