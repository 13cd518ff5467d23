import Records
import SQLite

/// What the store remembers of a file that stays in its inbox (`after = keep`), and that does not agree with what came of
/// it: the file would be taken once more, or never.
public struct KeptFault: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// It names a record that is not there and never was.
    case dangling
    /// No memo of this name came to an end in this inbox when it was taken, or another one than it says.
    case unheardOf = "unheard-of"
    /// What came of it never had this content.
    case otherContent = "other-content"
    /// It is said to be a recording and has the name of a sidecar, or the other way round.
    case otherRole = "other-role"
  }

  public let kind: Kind
  public let record: RecordID?
  public let inbox: String
  public let name: FileName
}

extension StoreReader {
  public func keptFaults() throws(StoreError) -> [KeptFault] {
    guard schema >= Schema4.number else { return [] }
    let known = StoreReader.knownRecords(schema: schema)
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        WITH known (id) AS MATERIALIZED (\(known)),
        -- What was to be removed and stays since its inbox must not be emptied any more is kept without an end of its own.
        kept AS MATERIALIZED (
          SELECT kept_file.*, (inbox, taken_at) IN (SELECT inbox, at FROM outcome) AS has_end,
            -- What was applied to a record before may have come whole then, and without its place now.
            role = 'recording' OR EXISTS (SELECT 1 FROM outcome WHERE sidecar = name
              AND outcome.inbox = kept_file.inbox AND at = taken_at AND kind <> 'duplicate') AS is_first
          FROM kept_file)
        SELECT 'dangling', record, inbox, name, role FROM kept
          WHERE record IS NOT NULL AND record NOT IN (SELECT id FROM known)
        UNION ALL SELECT 'unheard-of', record, inbox, name, role FROM kept
          WHERE iif(has_end,
            NOT EXISTS (SELECT 1 FROM outcome WHERE recording = kept.name AND inbox = kept.inbox
              AND at = taken_at AND outcome.record IS kept.record)
            AND NOT EXISTS (SELECT 1 FROM outcome WHERE sidecar = kept.name AND inbox = kept.inbox
              AND at = taken_at AND outcome.record IS kept.record),
            inbox NOT IN (SELECT inbox FROM outcome))
        UNION ALL SELECT 'other-content', record, inbox, name, role FROM kept
          WHERE is_first AND EXISTS (SELECT 1 FROM image WHERE record = kept.record)
            AND record NOT IN (SELECT record FROM image
              WHERE before IS NULL AND after IS NULL AND record IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM image WHERE image.record = kept.record
              AND iif(json_valid(after), after, '{}')
                ->> iif(table_name = 'quick_record', 'audio_sha256', 'sha256') = hex(kept.sha256))
        UNION ALL SELECT 'other-role', record, inbox, name, role FROM kept
        """
      ) { row -> KeptFault? in
        guard let kind = KeptFault.Kind(rawValue: row.text()) else { return nil }
        let record = row.textIfAny().flatMap { RecordID($0) }
        let inbox = row.text()
        let name = FileName(bytes: row.blob())
        let role: QuarantineItem.Role = name.isSidecarName ? .sidecar : .recording
        if kind == .otherRole, row.text() == role.rawValue { return nil }
        return KeptFault(kind: kind, record: record, inbox: inbox, name: name)
      }
    }.compactMap { $0 }
  }

  /// Selects the quick records and the items that are, or were once: purged ones too, and those whose capture was taken back.
  static func knownRecords(schema: Int) -> String {
    let undone = schema < Schema6.number ? "0" : "undone_by IS NOT NULL"
    return """
      SELECT 'q' || id FROM quick_record UNION ALL SELECT 'x' || id FROM quarantine
      -- What was purged.
      UNION ALL SELECT record FROM image WHERE before IS NULL AND after IS NULL
      -- A record whose capture was taken back is in the journal alone.
      UNION ALL SELECT image.record
        FROM image JOIN operation ON operation.id = image.operation
        WHERE image.table_name = 'quick_record' AND image.before IS NULL AND \(undone)
      """
  }
}
