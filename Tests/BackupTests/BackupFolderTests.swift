import Glibc
import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Backup

@Suite("The folder of a backup")
struct BackupFolderTests {
  @Test("A folder that holds something else is refused, names it, and stays as it is")
  func occupied() throws {
    let book = try SampleBook()
    mkdir(book.backup, 0o755)
    writeFile("\(book.backup)/letter.txt", "Dear mother")
    let before = everything(below: book.backup)
    let error = BackupError.occupied(path: book.backup, by: "letter.txt")
    #expect(backupError { try book.backUp() } == error)
    #expect(everything(below: book.backup) == before)
    #expect(
      backupError { try BackupFolder(opening: book.backup) } == .notFound(path: book.backup))
    writeFile(book.folder["file"], "text")
    let run = BackupRun(
      of: book.store, into: book.folder["file"], by: "test 1", now: SampleBook.noon,
      isVerifyingAll: false)
    #expect(
      backupError { try run.run { _ in } } == .occupied(path: book.folder["file"], by: "a file"))
  }

  @Test("An empty folder is taken, and the one that a new disk has with it")
  func empty() throws {
    let book = try SampleBook()
    mkdir(book.backup, 0o700)
    mkdir("\(book.backup)/lost+found", 0o700)
    writeFile("\(book.backup)/.moneymom-backup.7.part", "half")
    try book.backUp()
    #expect(
      listFolder(book.backup) == ["content", "lost+found", "moneymom-backup.json", "snapshots"])
  }

  @Test("Below a folder that is not there nothing is made: its disk may not be mounted")
  func unmounted() throws {
    let book = try SampleBook()
    let path = "\(book.folder["disk"])/backup"
    let run = BackupRun(
      of: book.store, into: path, by: "test 1", now: SampleBook.noon, isVerifyingAll: false)
    #expect(backupError { try run.run { _ in } } == .noFolder(path: path))
    #expect(listFolder(book.folder.path) == ["store"])
  }

  @Test("A backup of a newer version is refused and stays as it is")
  func newer() throws {
    let book = try SampleBook()
    try book.backUp()
    writeFile("\(book.backup)/moneymom-backup.json", #"{"moneymom_backup": 2}"#)
    let before = everything(below: book.backup)
    let error = BackupError.newer(path: book.backup, found: 2, known: 1)
    #expect(backupError { try book.backUp() } == error)
    #expect(backupError { try book.restore() } == error)
    #expect(everything(below: book.backup) == before)
    writeFile("\(book.backup)/moneymom-backup.json", "{}")
    #expect(backupError { try book.backUp() } == .unmarked(path: book.backup))
    removeTree("\(book.backup)/snapshots")
    guard case .damaged? = backupError({ try book.backUp() }) else {
      Issue.record("a marker without a version is no backup")
      return
    }
  }

  @Test(
    "A backup that has lost its marker says so, stays as it is, and goes on once that is made anew")
  func unmarked() throws {
    let book = try SampleBook()
    try book.backUp()
    let marker = "\(book.backup)/moneymom-backup.json"
    unlink(marker)
    let before = everything(below: book.backup)
    let error = BackupError.unmarked(path: book.backup)
    #expect(backupError { try book.backUp() } == error)
    #expect(backupError { try book.restore() } == error)
    #expect(everything(below: book.backup) == before)
    // As the message says.
    let command = try #require(error.description.split(separator: "anew: ").last.map(String.init))
    let typed = BuiltProgram.run("/bin/sh", ["-c", command])
    #expect(typed.status == 0)
    #expect(
      readFile(marker).map { String(decoding: $0, as: UTF8.self) } == "{\"moneymom_backup\": 1}\n")
    try book.backUp()
    try book.restore()
  }

  @Test("Two backups at once: the second is refused and told who is at it")
  func twoAtOnce() throws {
    let book = try SampleBook()
    try book.backUp()
    let marker = "\(book.backup)/moneymom-backup.json"
    let lock = try FileLock(locking: Descriptor(opening: marker, [.readWrite]))
    let before = everything(below: book.backup)
    let error = BackupError.locked(path: book.backup, holder: CurrentProcess.identifier)
    #expect(backupError { try book.backUp() } == error)
    #expect(everything(below: book.backup) == before)
    // Reading takes no lock.
    try book.restore()
    _ = consume lock
    try book.backUp(at: Instant(seconds: SampleBook.noon.seconds + 60))
  }

  @Test("Names of snapshots are read back, and sort by their time")
  func names() throws {
    let instants = [1, 1_796_040_000_123, 1_796_040_000_124, 1_796_040_001_000].map {
      Instant(nanoseconds: $0 * 1_000_000)
    }
    let ids = instants.map { SnapshotID(at: $0, number: .random(in: .min ... .max)) }
    #expect(ids == ids.sorted())
    #expect(ids.map { SnapshotID($0.description) } == ids)
    #expect(ids.map(\.at) == instants)
    #expect(SnapshotID(at: instants[1], number: 0xA).description == "20261130T120000.123Z-000a")
    for text in ["", "20261130T120000.123Z-000", "20261330T120000.123Z-000a", "..", "x/y"] {
      #expect(SnapshotID(text) == nil)
    }
  }

  @Test("A snapshot is named by as much as is clear, and the latest where nothing is said")
  func prefixes() throws {
    let book = try SampleBook()
    let ids = try (0..<3).map { step in
      try #require(
        try book.backUp(at: Instant(seconds: SampleBook.noon.seconds + Int64(step) * 86_400)).id)
    }
    let folder = try BackupFolder(opening: book.backup)
    #expect(try folder.snapshot(named: nil) == ids[2])
    #expect(try folder.snapshot(named: "20261130") == ids[0])
    #expect(try folder.snapshot(named: ids[1].description) == ids[1])
    let several = BackupError.severalSnapshots(name: "202612", Array(ids[1...]))
    #expect(backupError { try folder.snapshot(named: "202612") } == several)
    let none = BackupError.noSnapshot(path: book.backup, name: "2025")
    #expect(backupError { try folder.snapshot(named: "2025") } == none)
  }
}
