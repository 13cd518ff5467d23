import Records
import SQLite

/// Where the ends of memos and what they led to do not agree (invariant 6).
public struct OutcomeFault: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// It names a record that is not there, or of another kind than its own, or none where it must.
    case dangling
    /// A record that mm-ingestd made, of no memo.
    case missing
    /// One record of several memos.
    case repeated
  }

  public let kind: Kind
  public let record: RecordID?
  /// Of the outcome; nil where there is none.
  public let end: String?
}

extension StoreReader {
  /// How many ends of memos there are in fact; `outcomeCounts` is what was counted as they came.
  public func storedOutcomes() throws(StoreError) -> [Outcome.Kind: Int] {
    let pairs = try run { database throws(SQLiteError) in
      try database.rows("SELECT kind, count(*) FROM outcome GROUP BY kind") { row in
        (Outcome.Kind(rawValue: row.text()), Int(row.integer()))
      }
    }
    var counts: [Outcome.Kind: Int] = [:]
    for case (let kind?, let count) in pairs { counts[kind] = count }
    return counts
  }

  public func outcomeFaults() throws(StoreError) -> [OutcomeFault] {
    let undone = schema < Schema6.number ? "0" : "undone_by IS NOT NULL"
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        WITH known (id) AS MATERIALIZED (
          SELECT 'q' || id FROM quick_record UNION ALL SELECT 'x' || id FROM quarantine
          -- What was purged.
          UNION ALL SELECT record FROM image WHERE before IS NULL AND after IS NULL
          -- A record whose capture was taken back is in the journal alone.
          UNION ALL SELECT image.record
            FROM image JOIN operation ON operation.id = image.operation
            WHERE image.table_name = 'quick_record' AND image.before IS NULL AND \(undone)),
        made (id, kind) AS MATERIALIZED (
          SELECT image.record, operation.kind
            FROM image JOIN operation ON operation.id = image.operation
            WHERE image.table_name IN ('quick_record', 'quarantine') AND image.before IS NULL
              AND operation.program = 'mm-ingestd')
        SELECT 'dangling', record, kind FROM outcome
          WHERE CASE kind
            WHEN 'recorded' THEN record NOT LIKE 'q%'
            WHEN 'revised' THEN record NOT LIKE 'q%'
            WHEN 'quarantined' THEN record NOT LIKE 'x%'
            ELSE 0 END
          OR record IS NULL AND kind IN ('recorded', 'revised', 'quarantined')
          OR record IS NOT NULL AND record NOT IN (SELECT id FROM known)
        UNION ALL SELECT 'missing', id, NULL FROM made
          WHERE kind = 'capture'
            AND id NOT IN (SELECT record FROM outcome WHERE kind = 'recorded' AND record IS NOT NULL)
          OR kind = 'set-aside'
            AND id NOT IN (SELECT record FROM outcome
              WHERE kind IN ('quarantined', 'duplicate') AND record IS NOT NULL)
        UNION ALL SELECT 'repeated', record, kind FROM outcome WHERE kind = 'recorded'
          GROUP BY record HAVING count(*) > 1
        """
      ) { row -> OutcomeFault? in
        guard let kind = OutcomeFault.Kind(rawValue: row.text()) else { return nil }
        return OutcomeFault(
          kind: kind, record: row.textIfAny().flatMap { RecordID($0) }, end: row.textIfAny())
      }
    }.compactMap { $0 }
  }
}
