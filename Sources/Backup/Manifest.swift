import JSON
import Records
import Storage

/// What a snapshot is made of.
public struct Manifest: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    /// Relative to the store.
    public let path: String
    public let sha256: Digest
    public let bytes: Int64
    /// When it was last written, in nanoseconds since the epoch; nil where the store had it no more.
    public let modified: Int64?
  }

  /// A file that its rows name and that could not be had.
  public struct Lack: Hashable, Sendable {
    public let code: FileProblem.Code
    public let path: String
  }

  public var id: SnapshotID
  /// The program and its version.
  public var program: String
  /// Where the store was.
  public var store: String
  public var schema: Int
  public var counts: StoreCounts
  public var databaseBytes: Int64
  public var databaseDigest: Digest
  public var files: [File]
  public var lacking: [Lack]

  /// Of the database and all files, each path for itself.
  public var bytes: Int64 { files.reduce(databaseBytes) { $0 + $1.bytes } }
}

extension Manifest {
  var json: JSONValue {
    [
      Marker.key: .integer(BackupLayout.version),
      "snapshot": .string(id.description),
      "at": .string(Timestamp(id.at, offset: 0).description),
      "program": .string(program),
      "store": .string(store),
      "schema": .integer(schema),
      "counts": counts.json,
      "database": [
        "file": .string(BackupLayout.database.description), "bytes": .integer(databaseBytes),
        "sha256": .string(databaseDigest.description),
      ],
      "files": .array(
        files.map { file in
          [
            "path": .string(file.path), "sha256": .string(file.sha256.description),
            "bytes": .integer(file.bytes),
            "modified_ns": file.modified.map { .integer($0) } ?? .null,
          ]
        }),
      "lacking": .array(
        lacking.map { ["path": .string($0.path), "code": .string($0.code.rawValue)] }),
    ]
  }

  /// Nil where it is no manifest of a version that is known here.
  init?(_ document: JSONObject) {
    guard let id = document["snapshot"]?.string.flatMap(SnapshotID.init),
      let program = document["program"]?.string, let store = document["store"]?.string,
      let schema = document["schema"]?.integer,
      let counts = document["counts"]?.object.flatMap(StoreCounts.init),
      let database = document["database"]?.object,
      let databaseBytes = database["bytes"]?.integer,
      let databaseDigest = database["sha256"]?.string.flatMap({ Digest($0) }),
      let files = document["files"]?.array, let lacking = document["lacking"]?.array
    else { return nil }
    self.init(
      id: id, program: program, store: store, schema: Int(schema), counts: counts,
      databaseBytes: databaseBytes, databaseDigest: databaseDigest,
      files: files.compactMap { $0.object.flatMap(File.init) },
      lacking: lacking.compactMap { $0.object.flatMap(Lack.init) })
    guard self.files.count == files.count, self.lacking.count == lacking.count else { return nil }
  }
}

extension Manifest.File {
  fileprivate init?(_ document: JSONObject) {
    guard let path = document["path"]?.string,
      let sha256 = document["sha256"]?.string.flatMap({ Digest($0) }),
      let bytes = document["bytes"]?.integer
    else { return nil }
    self.init(
      path: path, sha256: sha256, bytes: bytes, modified: document["modified_ns"]?.integer)
  }
}

extension Manifest.Lack {
  fileprivate init?(_ document: JSONObject) {
    guard let code = document["code"]?.string.flatMap(FileProblem.Code.init),
      let path = document["path"]?.string
    else { return nil }
    self.init(code: code, path: path)
  }
}

extension StoreCounts {
  public var json: JSONValue {
    [
      "quick_records": .integer(quickRecords), "transactions": .integer(transactions),
      "recordings": .integer(recordings), "quarantined": .integer(quarantined),
    ]
  }

  fileprivate init?(_ document: JSONObject) {
    guard let quickRecords = document["quick_records"]?.integer,
      let transactions = document["transactions"]?.integer,
      let recordings = document["recordings"]?.integer,
      let quarantined = document["quarantined"]?.integer
    else { return nil }
    self.init(
      quickRecords: Int(quickRecords), transactions: Int(transactions),
      recordings: Int(recordings), quarantined: Int(quarantined))
  }
}
