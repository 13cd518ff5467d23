import SQLite
import TestSupport
import Testing

@testable import Storage

@Suite("A connection that came to be for reading alone")
struct ReconnectingTests {
  @Test("refuses one write, and the next goes through another")
  func writable() throws {
    let sample = try SampleStore()
    let before = try sample.change { try $0.insert(Sample.lunch(1)) }
    // So SQLite leaves it where the disk did not let the file be opened for writing at that moment.
    sample.store.connection = try Connection(opening: sample.paths.database, .readOnly)
    #expect(throws: StoreError.readOnly(path: sample.paths.database)) {
      try sample.change { try $0.insert(Sample.lunch(2)) }
    }
    let after = try sample.change { try $0.insert(Sample.lunch(2)) }
    #expect(after.number == before.number + 1)
    #expect(try sample.store.read { try $0.quickRecords(RecordQuery(.all)) }.count == 2)
  }

  @Test("stays so in a store that is opened to be read")
  func readOnly() throws {
    let sample = try SampleStore()
    let store = try Store(at: sample.paths, .readOnly)
    for _ in 0..<2 {
      #expect(throws: StoreError.self) {
        try store.write { try $0.markSuspect(Sample.digest(1), at: Sample.noon) }
      }
    }
  }
}
