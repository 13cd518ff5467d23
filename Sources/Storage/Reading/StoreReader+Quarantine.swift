import Records
import SQLite

extension StoreReader {
  /// In any state; nil when the number was never given.
  public func quarantineItem(_ id: RecordID) throws(StoreError) -> QuarantineItem? {
    guard id.kind == .quarantine else { return nil }
    return try quarantineItems(where: "id = ?", [id.number]).first
  }

  /// Oldest first.
  public func quarantineItems(
    _ states: [QuarantineItem.State] = [.held]
  ) throws(StoreError) -> [QuarantineItem] {
    try quarantineItems(
      where: "state IN (\(states.map { _ in "?" }.joined(separator: ", ")))", states.map(\.stored)
    ).filter { states.contains($0.state) }
  }

  /// The items of an inbox that are held and have a recording that one of these sidecars can belong to by its name,
  /// oldest first.
  public func heldQuarantine(
    inbox: String, sidecars names: Set<FileName>
  ) throws(StoreError) -> [QuarantineItem] {
    var ids: Set<RecordID> = []
    for name in names {
      guard let start = name.sidecarBase?.bytes else { continue }
      // A name that is more than ASCII may have come in any normal form, and which fits is the pairing's own rule.
      let mayBegin =
        start.allSatisfy { $0 < 0x80 } ? "AND (name = ?2 OR name >= ?3 AND name < ?4)" : ""
      let bounds: [any Bindable] =
        mayBegin.isEmpty
        ? [] : [start, start + [UInt8(ascii: ".")], start + [UInt8(ascii: "/")]]
      let found = try run { database throws(SQLiteError) in
        try database.rows(
          """
          SELECT quarantine, name FROM quarantine
            JOIN quarantine_file ON quarantine = quarantine.id
            WHERE inbox = ?1 AND state = 'held' AND role = 'recording' \(mayBegin)
          """, [inbox] + bounds
        ) { (id: RecordID(.quarantine, $0.integer()), name: FileName(bytes: $0.blob())) }
      }
      ids.formUnion(found.filter { name.isSidecar(of: $0.name) }.map(\.id))
    }
    var items: [QuarantineItem] = []
    for id in ids.sorted() {
      if let item = try quarantineItem(id) { items.append(item) }
    }
    return items
  }

  /// The item of this folder, if it is held.
  public func heldItem(_ uuid: UUID) throws(StoreError) -> QuarantineItem? {
    try quarantineItems(where: "uuid = ? AND state = 'held'", [uuid.description]).first
  }

  /// The paths of the files of what is held, by the item's folder.
  public func heldPaths() throws(StoreError) -> [UUID: [String]] {
    let rows = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT uuid, path FROM quarantine
          LEFT JOIN quarantine_file ON quarantine = quarantine.id WHERE state = 'held'
        """
      ) { (uuid: UUID(stored: $0.text()), path: $0.textIfAny()) }
    }
    return Dictionary(grouping: rows, by: \.uuid).mapValues { $0.compactMap(\.path) }
  }

  /// The folders of the quarantine that rows name, in any state.
  public func quarantineFolders() throws(StoreError) -> Set<UUID> {
    Set(
      try run { database throws(SQLiteError) in
        try database.rows("SELECT uuid FROM quarantine") { UUID(stored: $0.text()) }
      })
  }

  func quarantineItems(
    where condition: String, _ values: [any Bindable]
  ) throws(StoreError) -> [QuarantineItem] {
    let ending =
      schema < Schema6.number
      ? "operation.kind"
      : "coalesce((SELECT kind FROM operation AS done WHERE done.id = operation.target), operation.kind)"
    let found = try run { database throws(SQLiteError) in
      try database.rows(
        """
        SELECT id, uuid, code, message, quick_record, inbox, at, state,
            iif(state = 'dropped', (SELECT \(ending)
              FROM image JOIN operation ON operation.id = image.operation
              WHERE image.record = 'x' || quarantine.id AND image.table_name = 'quarantine'
                AND operation.kind <> 'purge'
              ORDER BY image.id DESC LIMIT 1), NULL)
          FROM quarantine
          WHERE \(condition) ORDER BY id
        """, values
      ) { row -> QuarantineItem? in
        let id = RecordID(.quarantine, row.integer())
        let uuid = UUID(stored: row.text())
        guard let code = QuarantineCode(rawValue: row.text()) else { return nil }
        let message = row.text()
        let record = row.integerIfAny().map { RecordID(.quickRecord, $0) }
        let inbox = row.text()
        let at = Instant(nanoseconds: row.integer())
        guard let stored = QuarantineItem.State(rawValue: row.text()) else { return nil }
        let ending = row.textIfAny().flatMap(OperationKind.init(rawValue:))
        let state = QuarantineItem.State(stored, endedBy: ending)
        return QuarantineItem(
          id: id, uuid: uuid, code: code, message: message, files: [], record: record,
          inbox: inbox, at: at, state: state)
      }
    }
    var items: [QuarantineItem] = []
    for case var item? in found {
      item.files = try files(of: item.id)
      items.append(item)
    }
    return items
  }

  private func files(of id: RecordID) throws(StoreError) -> [QuarantineItem.File] {
    try run { database throws(SQLiteError) in
      try database.rows(
        "SELECT role, name, path, bytes, sha256 FROM quarantine_file WHERE quarantine = ? ORDER BY id",
        id.number
      ) { row -> QuarantineItem.File? in
        guard let role = QuarantineItem.Role(rawValue: row.text()) else { return nil }
        let name = FileName(bytes: row.blob())
        let path = row.text()
        let bytes = row.integer()
        return Digest(bytes: row.blob()).map {
          QuarantineItem.File(role: role, name: name, path: path, bytes: bytes, sha256: $0)
        }
      }
    }.compactMap { $0 }
  }
}

extension QuarantineItem.State {
  /// The table knows three states; in which way an item was let go, the journal tells.
  init(_ stored: QuarantineItem.State, endedBy kind: OperationKind?) {
    switch kind {
    case .fix?: self = .fixed
    case .accept?: self = .accepted
    default: self = stored
    }
  }

  var stored: String {
    switch self {
    case .held, .retried, .dropped: rawValue
    case .fixed, .accepted: QuarantineItem.State.dropped.rawValue
    }
  }
}
