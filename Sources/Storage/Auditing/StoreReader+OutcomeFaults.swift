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
    /// It says another time, inbox or name than the record or the item that it made, or ended otherwise than that did.
    case altered
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
    let known = StoreReader.knownRecords(schema: schema)
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        WITH known (id) AS MATERIALIZED (\(known)),
        -- What was purged has no image that says how it was made.
        made (id, kind, at, row) AS MATERIALIZED (
          SELECT image.record, operation.kind, operation.at, iif(json_valid(after), after, NULL)
            FROM image JOIN operation ON operation.id = image.operation
            WHERE image.table_name IN ('quick_record', 'quarantine') AND image.before IS NULL
              AND image.after IS NOT NULL AND operation.program = 'mm-ingestd')
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
            AND NOT EXISTS (SELECT 1 FROM outcome WHERE record = made.id
              AND kind = iif(made.row ->> 'code' = 'duplicate', 'duplicate', 'quarantined'))
        UNION ALL SELECT 'repeated', record, kind FROM outcome WHERE kind = 'recorded'
          GROUP BY record HAVING count(*) > 1
        UNION ALL SELECT 'altered', outcome.record, outcome.kind
          FROM made CROSS JOIN outcome ON outcome.record = made.id
          WHERE made.kind = 'capture' AND outcome.kind = 'recorded' AND made.row IS NOT NULL
            AND (outcome.at <> made.at OR outcome.inbox IS NOT made.row ->> 'inbox'
              OR hex(outcome.recording) IS NOT made.row ->> 'source_name'
              OR outcome.sidecar IS NULL AND made.row ->> 'had_sidecar')
        -- A sidecar that joined an item later ended then.
        UNION ALL SELECT DISTINCT 'altered', outcome.record, outcome.kind
          FROM made CROSS JOIN outcome ON outcome.record = made.id
          WHERE made.kind = 'set-aside' AND made.row IS NOT NULL AND (outcome.kind = 'quarantined'
              OR outcome.kind = 'duplicate' AND made.row ->> 'code' = 'duplicate')
            AND (outcome.inbox IS NOT made.row ->> 'inbox'
              OR outcome.recording IS NOT NULL AND outcome.kind = 'quarantined'
                AND (outcome.at <> made.at OR made.row ->> 'code' = 'duplicate'))
        UNION ALL SELECT DISTINCT 'altered', outcome.record, outcome.kind
          FROM quarantine CROSS JOIN outcome ON outcome.record = 'x' || quarantine.id
          WHERE outcome.kind = 'quarantined' AND outcome.recording IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM image WHERE image.record = outcome.record
              AND image.table_name = 'quarantine_file'
              AND iif(json_valid(image.after), image.after, '{}') ->> 'name' = hex(outcome.recording))
        """
      ) { row -> OutcomeFault? in
        guard let kind = OutcomeFault.Kind(rawValue: row.text()) else { return nil }
        return OutcomeFault(
          kind: kind, record: row.textIfAny().flatMap { RecordID($0) }, end: row.textIfAny())
      }
    }.compactMap { $0 }
  }
}
