import Records
import SQLite

/// An operation that does not fit to the others, or to what it did.
public struct OperationFault: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// No program makes one of its kind, or another program than the one that it names.
    case strange
    /// An undo or a redo of no earlier operation that can be taken back; or another that names one all the same.
    case aimless
    /// It was taken back by what is no undo of it, or is said to stand while the last undo of it did.
    case falselyUndone = "falsely-undone"
    /// It was taken back twice, or returned, with nothing between.
    case repeated
    /// It made what none of its kind makes.
    case misnamed
  }

  public let kind: Kind
  public let operation: Int64
}

extension StoreReader {
  /// Times are not looked at: clocks are put back.
  public func operationFaults() throws(StoreError) -> [OperationFault] {
    let stepping = schema < Schema6.number ? "" : StoreReader.falseSteps
    let undoable = OperationKind.allCases.filter(\.isUndoable)
    let makers: [(table: String, kinds: [OperationKind])] = [
      ("quick_record", [.capture, .fix, .accept, .redo]),
      ("transaction_record", [.organize, .split, .merge, .redo]),
      ("quarantine", [.setAside, .revise, .redo]),
    ]
    let misnamed = makers.map { maker in
      "image.table_name = '\(maker.table)' AND operation.kind NOT IN \(StoreReader.list(maker.kinds))"
    }
    let ingest: [OperationKind] = [.capture, .revise, .setAside, .retry]
    let organize = OperationKind.allCases.filter { ![.revise, .setAside].contains($0) }
    return try run { database throws(SQLiteError) in
      try database.rows(
        """
        WITH undoable (id) AS MATERIALIZED
          (SELECT id FROM operation WHERE kind IN \(StoreReader.list(undoable)))
        SELECT 'strange', id FROM operation WHERE CASE program
          WHEN '\(Program.ingest.rawValue)' THEN kind NOT IN \(StoreReader.list(ingest))
          WHEN '\(Program.organize.rawValue)' THEN kind NOT IN \(StoreReader.list(organize))
          ELSE 1 END
        UNION SELECT 'misnamed', operation.id
          FROM image JOIN operation ON operation.id = image.operation
          WHERE image.before IS NULL AND image.after IS NOT NULL
            AND (\(misnamed.joined(separator: " OR ")))
        \(stepping) ORDER BY 2, 1
        """
      ) { row -> OperationFault? in
        guard let kind = OperationFault.Kind(rawValue: row.text()) else { return nil }
        return OperationFault(kind: kind, operation: row.integer())
      }
    }.compactMap { $0 }
  }

  /// Undos and redos of one operation take turns, an undo first; the last of them says whether it stands.
  private static let falseSteps = """
    UNION SELECT 'aimless', id FROM operation
      WHERE iif(kind IN ('undo', 'redo'),
        target IS NULL OR target >= id OR target NOT IN (SELECT id FROM undoable),
        target IS NOT NULL)
    UNION SELECT 'repeated', id FROM (
      SELECT id, kind, lag(kind, 1, 'redo') OVER (PARTITION BY target ORDER BY id) AS earlier
        FROM operation WHERE kind IN ('undo', 'redo') AND target IS NOT NULL)
      WHERE kind = earlier
    UNION SELECT 'falsely-undone', own.id FROM operation AS own
      LEFT JOIN (SELECT target, max(id) AS id FROM operation WHERE kind IN ('undo', 'redo')
        AND target IS NOT NULL GROUP BY target) AS last ON last.target = own.id
      LEFT JOIN operation AS step ON step.id = last.id
      WHERE own.undone_by IS NOT iif(step.kind = 'undo', step.id, NULL)
    """

  private static func list(_ kinds: [OperationKind]) -> String {
    "(\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
  }
}
