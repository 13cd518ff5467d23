import Records
import SQLite

extension StoreReader {
  /// What was done to a record, oldest first.
  public func operations(of id: RecordID) throws(StoreError) -> [Operation] {
    try operations(
      "id IN (SELECT operation FROM image WHERE record = ?) ORDER BY id", [id.description])
  }

  /// The last ones that were made by any program, newest first.
  public func lastOperations(_ count: Int) throws(StoreError) -> [Operation] {
    try operations("1 ORDER BY id DESC LIMIT ?", [count])
  }

  /// How many there are.
  public func operationCount() throws(StoreError) -> Int {
    try run { database throws(SQLiteError) in
      try database.rows("SELECT count(*) FROM operation") { Int($0.integer()) }.first ?? 0
    }
  }

  public func operation(_ number: Int64) throws(StoreError) -> Operation? {
    try operations("id = ?", [number]).first
  }

  /// The last operation of mm-organize that stands: what `undo` takes back.
  public func lastStanding() throws(StoreError) -> Operation? {
    try operations(
      """
      program = ? AND kind NOT IN ('undo', 'redo') AND undone_by IS NULL
        ORDER BY id DESC LIMIT 1
      """, [Program.organize.rawValue]
    ).first
  }

  /// The operation that was taken back last and not returned: what `redo` returns.
  public func lastUndone() throws(StoreError) -> Operation? {
    try operations("undone_by IS NOT NULL ORDER BY undone_by DESC LIMIT 1", []).first
  }

  func lastPurge() throws(StoreError) -> Operation? {
    try operations("kind = 'purge' ORDER BY id DESC LIMIT 1", []).first
  }

  /// The last purge that has taken images of this operation. One of an earlier version has not said of which, so that it
  /// may have been any before it.
  func lastPurge(touching operation: Operation) throws(StoreError) -> Operation? {
    guard let last = try lastPurge(), last.number > operation.number else { return nil }
    return try operations(
      """
      kind = 'purge' AND id > ?1 AND EXISTS (SELECT 1 FROM image AS erased
        WHERE erased.operation = operation.id AND erased.before IS NULL AND erased.after IS NULL
          AND erased.record NOT LIKE '-%'
          AND (EXISTS (SELECT 1 FROM image WHERE record = '-' || erased.record AND operation = ?1)
            OR NOT EXISTS (SELECT 1 FROM image WHERE record = '-' || erased.record)))
        ORDER BY id DESC LIMIT 1
      """, [operation.number]
    ).first
  }

  /// The last operation after one that stands and has changed a row that this one changed, too.
  func laterChange(than operation: Operation) throws(StoreError) -> Operation? {
    // A recording has no record of its own, and is never changed.
    try operations(
      """
      id = (SELECT max(later.operation) FROM image AS own
        JOIN image AS later ON later.record = own.record AND later.operation > own.operation
          AND later.table_name = own.table_name AND later.row = own.row
        JOIN operation ON operation.id = later.operation
        WHERE own.operation = ? AND operation.undone_by IS NULL
          AND operation.kind NOT IN ('undo', 'redo'))
      """, [operation.number]
    ).first
  }

  /// Whether, but for memos that came, every other operation stands or not as it did when this one was made; for one that is
  /// taken back, as when it was.
  func isAllElseAsBefore(_ operation: Operation) throws(StoreError) -> Bool {
    let since = operation.undoneBy ?? operation.number
    // Undos and redos of one operation take turns, so that two of them leave it as it was.
    return try run { database throws(SQLiteError) in
      try database.integer(
        """
        SELECT NOT EXISTS (SELECT 1 FROM operation
            WHERE id > ?1 AND undone_by IS NULL AND kind NOT IN ('undo', 'redo') AND program <> ?3)
          AND NOT EXISTS (SELECT 1 FROM operation
            WHERE id > ?1 AND kind IN ('undo', 'redo') AND target < ?1 AND target <> ?2
            GROUP BY target HAVING count(*) % 2 = 1)
        """, since, operation.number, Program.ingest.rawValue) == 1
    }
  }

  /// The last operation before this one that had changed this row, and was taken back after this one was made.
  func undoneSince(_ operation: Operation, _ image: RowImage) throws(StoreError) -> Operation? {
    try operations(
      """
      id = (SELECT max(operation.id) FROM image JOIN operation ON operation.id = image.operation
        WHERE record = ? AND table_name = ? AND row = ?
          AND operation.id < ?4 AND operation.undone_by > ?4)
      """, [image.record, image.table, image.row, operation.number]
    ).first
  }

  /// The last operation before this one that has changed this row and stands, but did not when this one was made.
  func returnedSince(_ operation: Operation, _ image: RowImage) throws(StoreError) -> Operation? {
    try operations(
      """
      id = (SELECT max(operation.id) FROM image JOIN operation ON operation.id = image.operation
        WHERE record = ? AND table_name = ? AND row = ?
          AND operation.id < ?4 AND operation.undone_by IS NULL
          AND EXISTS (SELECT 1 FROM operation AS later
            WHERE later.target = operation.id AND later.kind = 'redo' AND later.id > ?4))
      """, [image.record, image.table, image.row, operation.number]
    ).first
  }

  private func operations(
    _ condition: String, _ values: [any Bindable]
  ) throws(StoreError) -> [Operation] {
    let undoing = schema < Schema6.number ? "NULL, NULL" : "target, undone_by"
    return try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT id, kind, program, at, \(undoing) FROM operation WHERE \(condition)", values
      ) { row -> Operation? in
        let number = row.integer()
        // Both are read, whatever they are: the columns come in their order.
        let kind = OperationKind(rawValue: row.text())
        let program = Program(rawValue: row.text())
        let at = Instant(nanoseconds: row.integer())
        let target = row.integerIfAny()
        let undoneBy = row.integerIfAny()
        guard let kind, let program else { return nil }
        return Operation(
          number: number, kind: kind, program: program, at: at, target: target,
          undoneBy: undoneBy)
      }
    }.compactMap { $0 }
  }
}
