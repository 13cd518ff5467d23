import Glibc
import Hashing
import Linux
import Records
import SQLite
import TestSupport
import Testing

@testable import Backup
@testable import Storage

@Suite("Restoring a backup")
struct BackupRestoreTests {
  /// Transactions, tags, deleted records, things set aside in every state, and names that are not UTF-8.
  private func fullBook() throws -> SampleBook {
    let book = try SampleBook()
    let awkward = FileName(bytes: [0xFF, 0x66, 0x2E, 0x77, 0x61, 0x76])
    for seed in 1...6 { try book.record(seed, name: seed == 2 ? awkward : nil) }
    let q3 = try #require(try book.store.read { try $0.quickRecord(RecordID(.quickRecord, 3)) })
    try book.change(.organize) { writer in
      try writer.organize(
        NewTransaction(
          uuid: UUID(high: 1, low: 1), fields: q3.fields,
          occurredAt: .time(Timestamp(SampleBook.noon, offset: 8 * 3600)), quickRecords: [q3.id],
          sources: [.amount: .user], createdAt: SampleBook.noon))
    }
    try book.change(.delete) { try $0.delete(RecordID(.quickRecord, 4), at: SampleBook.noon) }
    _ = try book.setAside(awkward, "no sound")
    let dropped = try book.setAside(FileName("y.wav"), "no sound either")
    try book.change(.drop) { try $0.setState(dropped.id, to: .dropped) }
    return book
  }

  @Test("The store is the same to the last byte of its export and of every file, and its modes too")
  func same() throws {
    let book = try fullBook()
    try book.backUp()
    #expect(try book.restore() == [])
    let store = try book.open()
    #expect(try SampleBook.export(store) == SampleBook.export(book.store))
    for part in ["audio", "quarantine"] {
      let from = book.store.paths.absolute(part)
      let to = store.paths.absolute(part)
      let files = everything(below: from)
      #expect(files.count > 4)
      for (path, bytes) in files {
        let copy = to + path.dropFirst(from.count)
        if path.hasSuffix("/") {
          #expect(try fileStatus(at: copy).mode == 0o700)
          continue
        }
        #expect(readFile(copy) == bytes)
        #expect(try fileStatus(at: copy).modified == fileStatus(at: path).modified)
        #expect(try fileStatus(at: copy).mode == 0o600)
      }
      #expect(everything(below: to).count == files.count)
    }
    #expect(try store.connection.integer("PRAGMA application_id") == StoreCheck.applicationID)
    #expect(try store.connection.rows("PRAGMA journal_mode") { $0.text() } == ["wal"])
    // The next record gets the next number, and what was set aside can be cured.
    let held = try store.read { try $0.quarantineItems() }
    #expect(held.count == 1)
    let bytes = try QuarantineFolder(of: store).read(held[0].files[0]).bytes
    #expect(bytes == Array("no sound".utf8))
  }

  @Test("An older snapshot gives back what was there then")
  func olderSnapshot() throws {
    let book = try SampleBook()
    try book.record(1)
    let first = try #require(try book.backUp().id)
    let before = try SampleBook.export(book.store)
    try book.record(2)
    try book.backUp(at: Instant(seconds: SampleBook.noon.seconds + 60))
    try book.restore(snapshot: first.description)
    #expect(try SampleBook.export(book.open()) == before)
    #expect(listFolder("\(book.folder["restored"])/audio/2026/11").count == 1)
  }

  @Test("A folder that holds anything is refused and stays as it is; an empty one gives the modes")
  func places() throws {
    let book = try SampleBook()
    let (_, path) = try book.record(1)
    try book.backUp()
    mkdir(book.folder["full"], 0o700)
    writeFile(book.folder["full/notes"], "mine")
    let before = everything(below: book.folder["full"])
    #expect(
      backupError { try book.restore(to: "full") }
        == .store(.occupied(path: book.folder["full"], by: "notes")))
    #expect(
      backupError { try book.restore(to: "store") }
        == .store(.occupied(path: book.folder["store"], by: "a store")))
    #expect(everything(below: book.folder["full"]) == before)
    mkdir(book.folder["shared"], 0o770)
    chmod(book.folder["shared"], 0o2770)
    try book.restore(to: "shared")
    #expect(try fileStatus(at: book.folder["shared/\(path)"]).mode == 0o660)
    #expect(try fileStatus(at: book.folder["shared/audio/2026"]).mode == 0o2770)
    #expect(try fileStatus(at: book.folder["shared/records.sqlite3"]).mode == 0o660)
  }

  @Test("A daemon that has the folder keeps it, before and in the middle")
  func daemonThere() throws {
    let book = try SampleBook()
    try book.record(1)
    try book.backUp()
    mkdir(book.folder["restored"], 0o700)
    let paths = StorePaths(root: book.folder["restored"])
    let lock = try StoreLock(of: paths)
    guard case .store(.locked)? = backupError({ try book.restore() }) else {
      Issue.record("a folder with a daemon was taken")
      return
    }
    #expect(listFolder(paths.root) == ["lock"])
    _ = consume lock
    // One that makes a store there while the backup is being read.
    let restore = try BackupRestore(
      of: BackupFolder(opening: book.backup), snapshot: nil, into: paths, isPartial: false)
    let error = backupError {
      try restore.run { _ in _ = try? Store(at: paths, .createIfMissing) }
    }
    #expect(error == .store(.occupied(path: paths.root, by: "a store")))
    #expect(try SampleBook.export(Store(at: paths, .readOnly)).contains("q1") == false)
    #expect(listFolder(paths.root).sorted() == ["lock", "records.sqlite3"])
  }

  @Test("What a killed restore has left is cleared by the next, wherever it was cut")
  func killed() throws {
    let book = try SampleBook()
    let (_, path) = try book.record(1)
    try book.backUp()
    let root = book.folder["restored"]
    // In the middle of copying.
    try makeDirectories("\(root)/.restore.part/audio/2026/11")
    writeFile("\(root)/.restore.part/audio/2026/11/half.wav", "half")
    #expect(try book.restore() == [])
    #expect(listFolder(root) == ["audio", "lock", "quarantine", "records.sqlite3"])
    #expect(listFolder("\(root)/audio/2026/11").count == 1)
    // Between the names of the folders and that of the database.
    mkdir("\(root)/.restore.part", 0o700)
    rename("\(root)/records.sqlite3", "\(root)/.restore.part/records.sqlite3")
    try makeDirectories("\(root)/audio/2026/12")
    #expect(try book.restore() == [])
    #expect(listFolder(root) == ["audio", "lock", "quarantine", "records.sqlite3"])
    #expect(listFolder("\(root)/audio/2026/11").map { "audio/2026/11/\($0)" } == [path])
  }

  @Test("What a killed restore has not put there itself is never taken away by the next")
  func foreignFolders() throws {
    let book = try SampleBook()
    let (_, path) = try book.record(1)
    _ = try book.setAside(FileName("x.wav"), "no sound")
    try book.backUp()
    let root = book.folder["restored"]
    func expectRefused(by name: String) throws {
      let before = everything(below: root)
      #expect(backupError { try book.restore() } == .store(.occupied(path: root, by: name)))
      #expect(everything(below: root) == before)
    }
    #expect(try book.restore() == [])
    mkdir("\(root)/.restore.part", 0o700)
    rename("\(root)/records.sqlite3", "\(root)/.restore.part/records.sqlite3")
    // Of a store that was made there since and has lost its database.
    writeFile("\(root)/audio/2026/11/other.wav", "taxi")
    try expectRefused(by: "audio/2026/11/other.wav")
    unlink("\(root)/audio/2026/11/other.wav")
    // Under a name of the snapshot, with other bytes.
    let own = try #require(readFile("\(root)/\(path)"))
    writeFile("\(root)/\(path)", own.reversed())
    try expectRefused(by: path)
    writeFile("\(root)/\(path)", own)
    // A draft that has its folders has moved none of them.
    mkdir("\(root)/.restore.part/audio", 0o700)
    try expectRefused(by: "audio")
    rmdir("\(root)/.restore.part/audio")
    // One without a database has not come so far.
    rename("\(root)/.restore.part/records.sqlite3", book.folder["kept"])
    try expectRefused(by: "audio")
    rename(book.folder["kept"], "\(root)/.restore.part/records.sqlite3")
    #expect(try book.restore() == [])
    #expect(listFolder(root) == ["audio", "lock", "quarantine", "records.sqlite3"])
  }

  @Test("A folder that comes while a backup is read is named, and stays")
  func folderMeanwhile() throws {
    let book = try SampleBook()
    try book.record(1)
    try book.backUp()
    let paths = StorePaths(root: book.folder["restored"])
    let restore = try BackupRestore(
      of: BackupFolder(opening: book.backup), snapshot: nil, into: paths, isPartial: false)
    let error = backupError {
      try restore.run { _ in
        try? makeDirectories(paths.absolute("audio"))
        writeFile(paths.absolute("audio/mine.wav"), "mine")
      }
    }
    #expect(error == .store(.occupied(path: paths.root, by: "audio")))
    #expect(readFile(paths.absolute("audio/mine.wav")) == Array("mine".utf8))
    #expect(listFolder(paths.root) == ["audio", "lock"])
  }

  @Test("A damaged backup makes no store; what is whole of it can be had by asking for a part")
  func damagedContent() throws {
    let book = try SampleBook()
    let paths = try (1...3).map { try book.record($0).path }
    let id = try #require(try book.backUp().id)
    let digests = try paths.map {
      try SampleBook.digest(try #require(readFile(book.store.paths.absolute($0))))
    }
    unlink(book.contentPath(digests[0]))
    var bytes = try #require(readFile(book.contentPath(digests[1])))
    bytes[bytes.count - 1] ^= 1
    writeFile(book.contentPath(digests[1]), bytes)
    let restore = try BackupRestore(
      of: BackupFolder(opening: book.backup), snapshot: nil,
      into: StorePaths(root: book.folder["restored"]), isPartial: false)
    for body in [restore.check, restore.run] {
      guard case .incomplete(id, let problems)? = backupError({ try body({ _ in }) }) else {
        Issue.record("a damaged backup was taken for whole")
        return
      }
      #expect(problems.map(\.path) == Array(paths[..<2]))
      #expect(problems.map(\.code) == [.missing, .damaged])
      #expect(listFolder(book.folder.path) == ["backup", "store"])
    }
    let lost = try book.restore(partial: true)
    #expect(lost.map(\.path) == Array(paths[..<2]))
    #expect(try SampleBook.export(book.open()) == SampleBook.export(book.store))
    #expect(
      listFolder("\(book.folder["restored"])/audio/2026/11").map { "audio/2026/11/\($0)" }
        == [paths[2]])
  }

  @Test(
    "One byte flipped in a snapshot's own files is found",
    arguments: ["manifest.json", "records.sqlite3", "SHA256SUMS"])
  func flipped(_ name: String) throws {
    let book = try SampleBook()
    try book.record(1)
    let id = try #require(try book.backUp().id)
    let path = "\(book.backup)/snapshots/\(id)/\(name)"
    var bytes = try #require(readFile(path))
    bytes[bytes.count - 30] ^= 1
    writeFile(path, bytes)
    guard case .damaged? = backupError({ try book.restore() }) else {
      Issue.record("\(name) was taken as it is")
      return
    }
    #expect(listFolder(book.folder.path) == ["backup", "store"])
  }

  @Test("A path that leads out of the store is never written")
  func outside() throws {
    let book = try SampleBook()
    let draft = try StoreRestoration(at: StorePaths(root: book.folder["restored"]))
    for path in [
      "../x", "audio/../../x", "/x", "audio//x", "x", "audio", "audio/./x", "", "lock",
      "records.sqlite3/x",
    ] {
      #expect(throws: StoreError.self) { _ = try draft.create(path) }
    }
    _ = consume draft
    #expect(listFolder(book.folder.path) == ["store"])
  }

  @Test("A removal that was pending names no file of the place where the store is now")
  func pendingRemovals() throws {
    let book = try SampleBook()
    let digest = try SampleBook.digest([1])
    try book.store.write { writer in
      _ = try writer.addPendingRemoval(
        PendingRemoval(
          inbox: "/inbox", name: FileName("a.wav"), privateName: FileName(".moneymom-1-a.wav"),
          identity: FileIdentity(device: 7, inode: 8, size: 9, modified: 10), sha256: digest))
    }
    try book.backUp()
    try book.restore()
    let removals = try book.open().read { try $0.pendingRemovals() }
    #expect(removals.map(\.removal.isOfOtherPlace) == [true])
    #expect(
      removals.map(\.removal.identity)
        == [FileIdentity(device: 0, inode: 0, size: 9, modified: 10)])
  }

  @Test("A snapshot of an earlier schema is restored as it is, and migrated when it is opened")
  func olderSchema() throws {
    let folder = TemporaryFolder()
    let paths = StorePaths(root: folder["store"])
    try makeDirectories(paths.root)
    let fixture =
      #filePath.dropLast("BackupTests/BackupRestoreTests.swift".count)
      + "StorageTests/Fixtures/schema1.sql"
    let text = try #require(readFile(String(fixture)))
    let connection = try Connection(opening: paths.database, .create)
    try connection.execute(String(decoding: text, as: UTF8.self))
    try connection.execute(
      """
      PRAGMA application_id = \(StoreCheck.applicationID);
      PRAGMA user_version = 1;
      PRAGMA journal_mode = WAL;
      """)
    let store = try Store(at: paths, .readOnly)
    let report = try BackupRun(
      of: store, into: folder["backup"], by: "test 1", now: SampleBook.noon, isVerifyingAll: false
    ).run { _ in }
    // The rows of the fixture have no files.
    #expect(report.problems.allSatisfy { $0.code == .missing })
    #expect(try store.connection.integer("PRAGMA user_version") == 1)
    let restored = StorePaths(root: folder["restored"])
    let restore = try BackupRestore(
      of: BackupFolder(opening: folder["backup"]), snapshot: nil, into: restored,
      isPartial: false)
    #expect(restore.manifest.schema == 1)
    #expect(try restore.run { _ in }.count == report.problems.count)
    let before = try SampleBook.export(store)
    #expect(before.contains("\"q2\""))
    #expect(try SampleBook.export(Store(at: restored, .readOnly)) == before)
    #expect(try SampleBook.export(Store(at: restored, .readWrite)) == before)
    #expect(
      try Connection(opening: restored.database, .readOnly).integer("PRAGMA user_version")
        == Migration.newest)
  }

  @Test("A snapshot of a newer schema is refused before anything is made")
  func newerSchema() throws {
    let book = try SampleBook()
    try book.record(1)
    let id = try #require(try book.backUp().id)
    let snapshot = "\(book.backup)/snapshots/\(id)"
    // As a newer program would have written it (sqlite.org/fileformat.html, the user version at byte 60).
    var database = try #require(readFile("\(snapshot)/records.sqlite3"))
    let old = try SampleBook.digest(database)
    database[63] = 99
    let new = try SampleBook.digest(database)
    writeFile("\(snapshot)/records.sqlite3", database)
    let manifest = try #require(readFile("\(snapshot)/manifest.json"))
    let text = Array(
      String(decoding: manifest, as: UTF8.self).split(separator: "\(old)").joined(
        separator: "\(new)"
      ).utf8)
    writeFile("\(snapshot)/manifest.json", text)
    writeFile("\(snapshot)/SHA256SUMS", "\(try SampleBook.digest(text))  manifest.json\n")
    let error = StoreError.newer(
      path: "\(snapshot)/records.sqlite3", found: 99, known: Migration.newest)
    #expect(backupError { try book.restore() } == .store(error))
    #expect(listFolder(book.folder.path) == ["backup", "store"])
  }
}
