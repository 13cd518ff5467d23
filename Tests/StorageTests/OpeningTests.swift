import Linux
import Records
import SQLite
import Storage
import TestSupport
import Testing

@Suite("Opening a store")
struct OpeningTests {
  @Test("A store is made where there is none, and read again")
  func makesAStore() throws {
    let folder = TemporaryFolder()
    let paths = StorePaths(root: folder["store"])
    let store = try Store(at: paths, .createIfMissing)
    let id = try store.write { writer in
      try writer.operation(.capture, by: .organize, at: Instant(seconds: 1)) {
        try writer.insert(
          NewQuickRecord(
            uuid: UUID(milliseconds: 1), fields: RecordFields(note: "first"),
            createdAt: Instant(seconds: 1)))
      }
    }
    let again = try Store(at: paths, .readOnly)
    #expect(try again.read { try $0.quickRecord(id) }?.fields.note == "first")
  }
}
