import SQLite

/// What the rows of a store say.
struct StoreContents {
  struct Record {
    let number: Int
    let digest: [UInt8]
    let name: String
    let cents: Int64?
    let isOrganized: Bool
  }

  struct Item {
    let code: String
    var digests: [[UInt8]] = []
    var names: [String] = []
  }

  struct Removal {
    let inbox: String
    let names: [String]
    let device: UInt64
  }

  let records: [Record]
  let removals: [Removal]
  private(set) var setAside: [Item]
  /// Digests by path: recordings and what was set aside.
  private(set) var files: [String: [UInt8]] = [:]
  /// Quick records that belong to a transaction.
  let organized: Set<Int>
  /// The ends of memos as they are counted, and as they are listed.
  let counts: [String: Int]
  let outcomes: [String: Int]

  init(_ database: Connection) throws(SQLiteError) {
    records = try database.rows(
      """
      SELECT id, audio_sha256, source_name, amount, organized_at IS NOT NULL FROM quick_record
      WHERE deleted_at IS NULL
      """
    ) {
      Record(
        number: Int($0.integer()), digest: $0.blob(),
        name: String(decoding: $0.blob(), as: UTF8.self), cents: $0.integerIfAny(),
        isOrganized: $0.bool())
    }
    removals = try database.rows("SELECT inbox, name, private_name, device FROM pending_removal") {
      Removal(
        inbox: $0.text(),
        names: [
          String(decoding: $0.blob(), as: UTF8.self), String(decoding: $0.blob(), as: UTF8.self),
        ], device: UInt64(bitPattern: $0.integer()))
    }
    let numbered = try database.rows("SELECT id, code FROM quarantine") {
      (id: $0.integer(), code: $0.text())
    }
    setAside = []
    for (id, code) in numbered {
      var item = Item(code: code)
      let rows = try database.rows(
        "SELECT sha256, name, path FROM quarantine_file WHERE quarantine = ?", id
      ) { ($0.blob(), String(decoding: $0.blob(), as: UTF8.self), $0.text()) }
      for (digest, name, path) in rows {
        item.digests.append(digest)
        item.names.append(name)
        files[path] = digest
      }
      setAside.append(item)
    }
    let recordings = try database.rows("SELECT path, sha256 FROM audio WHERE present") {
      ($0.text(), $0.blob())
    }
    for (path, digest) in recordings { files[path] = digest }
    let linked = try database.rows(
      """
      SELECT quick_record FROM transaction_quick_record
      JOIN transaction_record ON transaction_record.id = transaction_record
      """
    ) { Int($0.integer()) }
    organized = Set(linked).intersection(records.filter(\.isOrganized).map(\.number))
    let counted = try database.rows("SELECT kind, count FROM outcome_count") {
      ($0.text(), Int($0.integer()))
    }
    counts = Dictionary(uniqueKeysWithValues: counted)
    let listed = try database.rows("SELECT kind, count(*) FROM outcome GROUP BY kind") {
      ($0.text(), Int($0.integer()))
    }
    outcomes = Dictionary(uniqueKeysWithValues: listed)
  }

  /// Whether something with this content was set aside under a code.
  func isSetAside(_ digest: [UInt8], _ code: String) -> Bool {
    setAside.contains { $0.code == code && $0.digests.contains(digest) }
  }
}
