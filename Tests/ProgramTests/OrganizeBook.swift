import JSON
import Linux
import Records
import Storage
import TestSupport
import Testing

/// A store and an inbox of one test with the companion to use on them. Nothing is there until something makes it.
final class OrganizeBook {
  let folder = TemporaryFolder()
  var store: String { folder["store"] }
  var inbox: String { folder["inbox"] }

  /// 2026-11-30T04:34:56Z.
  static let noon = Instant(seconds: 1_796_013_296)

  /// Runs mm-organize, away from the configuration of whoever runs the tests.
  @discardableResult
  func run(
    _ words: [String], environment: [String: String] = [:]
  ) -> BuiltProgram.Outcome {
    var variables = [
      "XDG_CONFIG_HOME": folder.path, "MONEYMOM_STORE": store, "MONEYMOM_INBOX": inbox,
      "TZ": "Asia/Taipei",
    ]
    variables.merge(environment) { $1 }
    return BuiltProgram.run(BuiltProgram.path("mm-organize"), words, environment: variables)
  }

  @discardableResult
  func run(_ words: String...) -> BuiltProgram.Outcome { run(words) }

  /// What a command that ends well prints.
  @discardableResult
  func text(_ words: String..., environment: [String: String] = [:]) throws -> String {
    let outcome = run(words, environment: environment)
    try #require(outcome.status == 0, "\(words): \(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    return outcome.output
  }

  /// The one document that it prints with `--json`.
  @discardableResult
  func json(_ words: String..., environment: [String: String] = [:]) throws -> JSONValue {
    let outcome = run(words + ["--json"], environment: environment)
    try #require(outcome.status == 0, "\(words): \(outcome.errors)")
    return try JSONReader.read(Array(outcome.output.utf8), limits: .init(bytes: 1 << 26))
  }

  func objects(_ words: String...) throws -> [JSONObject] {
    let outcome = run(words + ["--json"])
    try #require(outcome.status == 0, "\(words): \(outcome.errors)")
    let document = try JSONReader.read(Array(outcome.output.utf8), limits: .init(bytes: 1 << 26))
    return try #require(document.array).compactMap(\.object)
  }

  /// The error that a command reports with `--json`.
  func error(_ words: String...) throws -> (status: Int32, error: JSONObject) {
    let outcome = run(words + ["--json"])
    #expect(outcome.output.isEmpty)
    let document = try JSONReader.read(Array(outcome.errors.utf8))
    return (outcome.status, try #require(document.object?["error"]?.object))
  }

  func openStore() throws -> Store {
    try Store(at: StorePaths(root: store), .createIfMissing)
  }

  /// A record as the daemon makes one.
  @discardableResult
  func capture(
    _ fields: RecordFields, review: [ReviewNote] = [], name: FileName? = nil
  ) throws -> RecordID {
    try openStore().write { writer in
      try writer.operation(.capture, by: .ingest, at: OrganizeBook.noon) {
        try writer.insert(
          NewQuickRecord(
            uuid: UUID(milliseconds: OrganizeBook.noon.milliseconds), fields: fields,
            review: review, inbox: inbox, sourceName: name, createdAt: OrganizeBook.noon))
      }
    }
  }
}

extension JSONObject {
  func text(_ key: String) -> String? { self[key]?.string }

  func texts(_ key: String) -> [String] { self[key]?.array?.compactMap(\.string) ?? [] }
}
