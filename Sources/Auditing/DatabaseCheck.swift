import Records
import Storage

/// The database as such: its pages, its schema, and the references between rows.
struct DatabaseCheck {
  let reader: StoreReader

  func damages() throws(StoreError) -> [Problem] {
    try reader.damages().map { Problem(.databaseDamaged, DatabaseCheck.damage($0)) }
  }

  static func damage(_ detail: String) -> String {
    "The database is damaged: \(detail). Keep a copy of the store for repair, and put a backup in its place."
  }

  func schema() throws(StoreError) -> [Problem] {
    try reader.schemaDifferences().map { name in
      Problem(
        .schemaAltered,
        "The \(name) of the database is not as this program makes it, so that wrong rows may have come in. Put a backup in its place."
      )
    }
  }

  /// One problem for each record and what it lacks, however many of its rows say so.
  func references() throws(StoreError) -> [Problem] {
    var seen: Set<Problem> = []
    return try reader.danglingReferences().map { reference in
      Problem(
        .danglingReference, reference.record,
        "A row of \(reference.table) names a row of \(reference.parent) that is not there. Put a backup in the store's place."
      )
    }.filter { seen.insert($0).inserted }
  }
}
