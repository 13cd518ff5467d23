import Glibc
import Linux
import Organizing
import Records
import SQLite
import Storage
import TestSupport
import Testing

@testable import Backup

@Suite("Backing up a store")
struct BackupRunTests {
  @Test("A second backup copies what is new, and each content lies in the backup once")
  func incremental() throws {
    let book = try SampleBook()
    try book.record(1)
    try book.record(2)
    let first = try book.backUp()
    #expect(first.copiedFiles == 2)
    #expect(first.problems == [])
    let before = everything(below: "\(book.backup)/content")
    try book.record(3)
    let second = try book.backUp(at: Instant(seconds: SampleBook.noon.seconds + 60))
    #expect(second.copiedFiles == 1)
    #expect(second.files == 3)
    #expect(book.content.count == 3)
    #expect(try BackupFolder(opening: book.backup).snapshots() == [first.id, second.id])
    for (path, bytes) in before { #expect(readFile(path) ?? [] == bytes) }
    let third = try book.backUp(at: Instant(seconds: SampleBook.noon.seconds + 120))
    #expect(third.copiedFiles == 0)
  }

  @Test("Two recordings of one content are one file in the backup and two in the store again")
  func sameContent() throws {
    let book = try SampleBook()
    let (id, path) = try book.record(1)
    try book.change(.delete) { try $0.delete(id, at: SampleBook.noon) }
    let item = try book.setAside(
      FileName("again.wav"),
      String(decoding: try #require(readFile(book.store.paths.absolute(path))), as: UTF8.self))
    #expect(item.files.count == 1)
    let report = try book.backUp()
    // The recording, what is set aside (other bytes, as text) and its reason.
    #expect(report.files == 3)
    try book.restore()
    #expect(try SampleBook.export(book.open()) == SampleBook.export(book.store))
  }

  @Test("A dry run says what a backup would copy and makes nothing")
  func dryRun() throws {
    let book = try SampleBook()
    try book.record(1)
    _ = try book.setAside(FileName("x.wav"), "no sound")
    let run = BackupRun(
      of: book.store, into: book.backup, by: "test 1", now: SampleBook.noon,
      isVerifyingAll: false)
    let planned = try run.plan()
    #expect(planned.id == nil)
    #expect(listFolder(book.folder.path) == ["inbox", "store"])
    let done = try book.backUp()
    #expect(planned.copiedFiles == done.copiedFiles)
    #expect(planned.copiedBytes == done.copiedBytes)
    #expect(planned.databaseBytes == done.databaseBytes)
    #expect(try run.plan().copiedFiles == 0)
  }

  @Test("What is given back while it is backed up is in no snapshot, and no snapshot lacks a file")
  func givenBackMeanwhile() throws {
    let book = try SampleBook()
    try book.record(1)
    let item = try book.setAside(FileName("x.wav"), "no sound")
    var isGivenBack = false
    let report = try book.backUp { _ in
      guard !isGivenBack else { return }
      isGivenBack = true
      // The database has been copied by now, the item not.
      _ = try? QuarantineRelease(store: book.store, now: SampleBook.noon).release(item)
    }
    #expect(isGivenBack)
    #expect(report.problems == [])
    #expect(report.counts.quarantined == 0)
    try book.restore()
    let store = try book.open()
    #expect(try store.read { try $0.quarantineItem(item.id) }?.state == .retried)
    #expect(listFolder(store.paths.quarantine) == [])
    #expect(readFile("\(book.folder["inbox"])/x.wav") == Array("no sound".utf8))
  }

  @Test("A recording that is not what its row says is named, and all the rest is backed up")
  func damagedRecording() throws {
    let book = try SampleBook()
    let paths = try (1...4).map { try book.record($0).path }
    var bytes = try #require(readFile(book.store.paths.absolute(paths[0])))
    bytes[100] ^= 1
    writeFile(book.store.paths.absolute(paths[0]), bytes)
    writeFile(book.store.paths.absolute(paths[1]), Array(bytes.dropLast()))
    unlink(book.store.paths.absolute(paths[2]))
    let report = try book.backUp()
    #expect(report.problems.map(\.path) == Array(paths[..<3]))
    #expect(report.problems.map(\.code) == [.damaged, .damaged, .missing])
    #expect(report.files == 1)
    #expect(book.content.count == 1)
    // The snapshot says what it lacks, and so does the restore.
    let lost = try book.restore()
    #expect(lost.map(\.path) == Array(paths[..<3]))
    #expect(try SampleBook.export(book.open()) == SampleBook.export(book.store))
    #expect(readFile("\(book.folder["restored"])/\(paths[3])") != nil)
  }

  @Test("What the store has lost since an earlier backup is named, and the snapshot is whole")
  func lostSince() throws {
    let book = try SampleBook()
    let (_, path) = try book.record(1)
    let bytes = readFile(book.store.paths.absolute(path))
    try book.backUp()
    unlink(book.store.paths.absolute(path))
    let report = try book.backUp(at: Instant(seconds: SampleBook.noon.seconds + 60))
    #expect(report.problems.map(\.code) == [.missing])
    #expect(report.problems.first?.message.contains("The backup has it whole") == true)
    #expect(try book.restore() == [])
    #expect(readFile("\(book.folder["restored"])/\(path)") == bytes)
  }

  @Test("Content that went bad in the backup is found and made good when all is verified")
  func repair() throws {
    let book = try SampleBook()
    let (_, path) = try book.record(1)
    try book.record(2)
    try book.backUp()
    let bytes = try #require(readFile(book.store.paths.absolute(path)))
    let content = book.contentPath(try SampleBook.digest(bytes))
    var bad = bytes
    bad[50] ^= 4
    writeFile(content, bad)
    let trusting = try book.backUp(at: Instant(seconds: SampleBook.noon.seconds + 60))
    #expect(trusting.copiedFiles == 0)
    #expect(readFile(content) == bad)
    let error = backupError { try book.restore() }
    guard case .incomplete(_, let problems)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problems.map(\.path) == [path])
    #expect(listFolder(book.folder.path) == ["backup", "store"])
    let careful = try book.backUp(
      at: Instant(seconds: SampleBook.noon.seconds + 120), verifyingAll: true)
    #expect(careful.repaired == 1)
    #expect(careful.copiedFiles == 1)
    #expect(careful.problems == [])
    #expect(readFile(content) == bytes)
    #expect(try book.restore() == [])
  }

  @Test("What is purged while it is copied is in no snapshot, also what had been let go only")
  func purgedMeanwhile() throws {
    let book = try SampleBook()
    try book.record(1)
    let item = try book.setAside(FileName("text.wav"), "This is no recording.")
    let rules = OrganizingRules(
      type: .expense, amounts: AmountReader(configured: .twd), zone: .utc)
    try Organizer(store: book.store, rules: rules, now: SampleBook.noon).drop([item.id])
    let purge = Purge(
      store: book.store, retention: Retention(trash: nil, quarantine: nil), now: SampleBook.noon)
    var isPurged = false
    let report = try book.backUp { _ in
      if isPurged { return }
      isPurged = true
      do {
        #expect(try purge.run(try purge.plan(.everything)).isEmpty)
      } catch { Issue.record(error) }
    }
    #expect(isPurged && report.problems == [])
    #expect(try book.restore() == [])
    let restored = try book.open()
    #expect(try restored.read { try $0.quarantineItem(item.id) } == nil)
    #expect(try restored.read { try $0.storedFiles().count } == 1)
  }

  @Test("What a killed backup has left is gone after the next, and what it had copied stays")
  func leftovers() throws {
    let book = try SampleBook()
    try book.record(1)
    try book.backUp()
    let whole = everything(below: book.backup).keys.sorted()
    let half = "\(book.backup)/snapshots/.20261130T120500.000Z-0001.part"
    try makeDirectories(half)
    writeFile("\(half)/records.sqlite3", "half")
    writeFile("\(book.backup)/content/.7.part", "half")
    writeFile("\(book.backup)/.moneymom-backup.7.part", "half")
    // No manifest: no snapshot.
    try makeDirectories("\(book.backup)/snapshots/20261130T120500.000Z-0002")
    #expect(try BackupFolder(opening: book.backup).snapshots().count == 1)
    rmdir("\(book.backup)/snapshots/20261130T120500.000Z-0002")
    let later = try book.backUp(at: Instant(seconds: SampleBook.noon.seconds + 60))
    #expect(later.copiedFiles == 0)
    let id = try #require(later.id)
    let left = everything(below: book.backup).keys.sorted().filter { !$0.contains("\(id)") }
    #expect(left == whole)
  }

  @Test("A store whose database is damaged is named as such, and there is no snapshot of it")
  func damagedDatabase() throws {
    let book = try SampleBook()
    for seed in 1...40 { try book.record(seed) }
    let path = book.store.paths.database
    let copy = StorePaths(root: book.folder["damaged"])
    try makeDirectories(copy.root)
    try Connection(opening: path, .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try #require(readFile(path))
    // Pages that came with the records: without those of the schema it could not even be opened.
    for index in (bytes.count - 12_288)..<(bytes.count - 4096) { bytes[index] = 0xAA }
    writeFile(copy.database, bytes)
    let run = BackupRun(
      of: try Store(at: copy, .readOnly), into: book.backup, by: "test 1", now: SampleBook.noon,
      isVerifyingAll: false)
    guard case .store(.damaged(let named, _))? = backupError({ try run.run { _ in } }) else {
      Issue.record("a damaged database was backed up")
      return
    }
    #expect(named == copy.database)
    #expect(listFolder("\(book.backup)/snapshots") == [])
  }

  @Test("The database of a snapshot is one file that opens without any beside it")
  func selfContained() throws {
    let book = try SampleBook()
    try book.record(1)
    let id = try #require(try book.backUp().id)
    let snapshot = StorePaths(root: "\(book.backup)/snapshots/\(id)")
    #expect(listFolder(snapshot.root) == ["SHA256SUMS", "manifest.json", "records.sqlite3"])
    // Of a file that has no log (sqlite.org/fileformat.html, bytes 18 and 19).
    #expect(readFile(snapshot.database).map { Array($0[18..<20]) } == [1, 1])
    let copy = try DatabaseCopy(in: snapshot)
    try copy.check()
    let records = try copy.read { reader throws(StoreError) in
      try reader.quickRecords(RecordQuery(.all))
    }
    #expect(records.count == 1)
    #expect(listFolder(snapshot.root) == ["SHA256SUMS", "manifest.json", "records.sqlite3"])
    #expect(try fileStatus(at: snapshot.database).mode == 0o600)
    #expect(try fileStatus(at: book.backup).mode == 0o700)
  }

  @Test("A folder that its group shares on purpose is shared as a whole")
  func sharedFolder() throws {
    let book = try SampleBook()
    let (_, path) = try book.record(1)
    mkdir(book.backup, 0o770)
    chmod(book.backup, 0o2770)
    let id = try #require(try book.backUp().id)
    let digest = try SampleBook.digest(
      try #require(readFile(book.store.paths.absolute(path))))
    #expect(try fileStatus(at: book.contentPath(digest)).mode == 0o660)
    #expect(try fileStatus(at: "\(book.backup)/snapshots/\(id)").mode == 0o2770)
    #expect(try fileStatus(at: "\(book.backup)/snapshots/\(id)/manifest.json").mode == 0o660)
  }
}
