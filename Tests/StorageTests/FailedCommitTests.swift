import SQLite
import Storage
import TestSupport
import Testing

@Suite("A COMMIT that failed")
struct FailedCommitTests {
  @Test("may yet come to life after a crash, until another transaction was made")
  func uncertain() throws {
    let folder = TemporaryFolder()
    let connection = try Connection(opening: folder["a.sqlite3"], .create)
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
      """)
    #expect(!connection.mayYetCommit)
    #expect(throws: SQLiteError.self) {
      try connection.immediateTransaction { try connection.run("INSERT INTO child VALUES (1)") }
    }
    #expect(connection.mayYetCommit)
    #expect(!connection.isInTransaction)
    try connection.immediateTransaction { try connection.run("INSERT INTO parent VALUES (1)") }
    #expect(!connection.mayYetCommit)
  }

  @Test("is not the failure of what was done before it")
  func certain() throws {
    let sample = try SampleStore()
    struct Refused: Error {}
    #expect(throws: Refused.self) { try sample.store.write { _ in throw Refused() } }
    #expect(!sample.store.mayYetCommit)
    try sample.store.supersede()
    #expect(!sample.store.mayYetCommit)
  }
}
