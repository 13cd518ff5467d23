import Glibc
import Linux
import Records
import SQLite
import Storage
import TestSupport
import Testing

@testable import Auditing

@Suite("Auditing the files of a store")
struct FileProblemTests {
  @Test(
    "a row of a damaged store removes nothing outside of it",
    arguments: ["audio/../../other.wav", "../other.wav", "audio/2026/../../../other.wav", ""])
  func leadingOut(_ path: String) throws {
    let book = try AuditedStore()
    let other = book.folder["other.wav"]
    writeFile(other, Wave.tone(frames: 10))
    try book.behindOurBacks("INSERT INTO purged_file (path) VALUES ('\(path)')")
    let stuck = try PurgedFiles(of: book.store).remove()
    #expect(stuck.map(\.path) == [path])
    #expect(readFile(other) != nil)
    #expect(try book.problems().contains(["path-strange", "-", path]))
  }

  private let book: AuditedStore
  private let aside = "quarantine/\(AuditedStore.uuid("one.txt"))"

  init() throws { book = try AuditedStore() }

  private func absolute(_ path: String) -> String { book.paths.absolute(path) }

  @Test("a recording that is gone is named with its record, deleted ones too")
  func gone() throws {
    unlink(absolute(book.recordings[0]))
    unlink(absolute(book.recordings[2]))
    #expect(
      try book.problems() == [
        ["file-missing", "q1", book.recordings[0]], ["file-missing", "q3", book.recordings[2]],
      ])
  }

  @Test("a recording of another size, a link and a folder in a recording's place")
  func replaced() throws {
    truncate(absolute(book.recordings[0]), 100)
    rename(absolute(book.recordings[1]), absolute("elsewhere.wav"))
    makeLink(absolute(book.recordings[1]), to: absolute("elsewhere.wav"))
    unlink(absolute(book.recordings[2]))
    mkdir(absolute(book.recordings[2]), 0o700)
    #expect(
      try book.problems() == [
        ["file-wrong-size", "q1", book.recordings[0]],
        ["file-wrong-kind", "q2", book.recordings[1]],
        ["file-wrong-kind", "q3", book.recordings[2]],
      ])
  }

  @Test("what was set aside and is gone, and its reason, are named")
  func asideGone() throws {
    unlink(absolute("\(aside)/one.txt"))
    unlink(absolute("\(aside)/reason.json"))
    #expect(
      try book.problems() == [
        ["file-missing", "x1", "\(aside)/one.txt"], ["file-missing", "x1", "\(aside)/reason.json"],
      ])
  }

  @Test("a reason that says otherwise than the records, or nothing that is understood, is named")
  func reason() throws {
    let path = "\(aside)/reason.json"
    let whole = try #require(readFile(absolute(path)).map { String(decoding: $0, as: UTF8.self) })
    let digest = AuditedStore.digest(Array("one.txt".utf8)).description
    for (part, other) in [
      ("not-audio", "no-frames"), ("\"name\": \"one.txt\"", "\"name\": \"two.txt\""),
      (digest, "0" + digest.dropFirst()), ("\"role\": \"recording\"", "\"role\": \"sidecar\""),
      ("{", "["), (whole, ""),
    ] {
      let changed = whole.split(separator: part, omittingEmptySubsequences: false)
      try #require(changed.count > 1, "\(part)")
      writeFile(absolute(path), changed.joined(separator: other))
      #expect(try book.problems() == [["reason-wrong", "x1", path]], "\(part)")
    }
    unlink(absolute(path))
    makeLink(absolute(path), to: "/dev/null")
    #expect(try book.problems() == [["file-wrong-kind", "x1", path]])
    // A sidecar that was about to join when a program died.
    unlink(absolute(path))
    let more = #""files": [{"role": "sidecar", "name": "s.json", "sha256": "00"}, "#
    writeFile(absolute(path), whole.replacing("\"files\": [", with: more))
    #expect(try book.problems() == [])
  }

  @Test("what is said to be purged and is in use is named, and stays")
  func purgedInUse() throws {
    let folder = "quarantine/\(AuditedStore.uuid("one.txt"))"
    try book.behindOurBacks(
      """
      INSERT INTO purged_file (path) VALUES ('\(book.recordings[0])');
      INSERT INTO purged_file (path) VALUES ('\(folder)');
      """)
    #expect(
      try book.problems() == [
        ["purged-in-use", "q1", book.recordings[0]], ["purged-in-use", "x1", folder],
      ])
    // As the message says.
    #expect(try PurgedFiles(of: book.store).remove().isEmpty)
    #expect(try book.problems() == [])
  }

  @Test("what was given back to its inbox need not be there, and may be")
  func givenBack() throws {
    let returned = "quarantine/\(AuditedStore.uuid("two.txt"))"
    mkdir(absolute(returned), 0o700)
    writeFile(absolute("\(returned)/two.txt"), "two.txt")
    writeFile(absolute("\(returned)/reason.json"), "{}")
    #expect(try book.problems() == [])
    // Once the store has the bytes elsewhere too, nobody needs the folder.
    try book.behindOurBacks(
      "UPDATE quarantine_file SET sha256 = (SELECT sha256 FROM audio WHERE id = 1) WHERE id = 2")
    #expect(
      try book.problems().contains(["file-leftover", "x2", returned]))
  }

  @Test("files that no row names are named, wherever they lie and whatever their names")
  func stray() throws {
    let strays = [
      "audio/2026/11/added.wav", "audio/lone", "audio/songs/deep/one.mp3", "quarantine/note.txt",
      "\(aside)/added", "audio/2026/11/.hidden",
    ]
    try makeDirectories(absolute("audio/songs/deep"))
    for path in strays { writeFile(absolute(path), "stray") }
    writeRaw(absolute("audio/2026/11"), name: [0xFF, 0x2E], [])
    makeLink(absolute("audio/2026/12"), to: "11")
    #expect(
      try book.problems()
        == Set(
          (strays + ["audio/2026/11/\\xff.", "audio/2026/12"]).map { ["file-stray", "-", $0] }))
  }

  @Test("temporary names are nobody's fault while a daemon runs or somebody writes; else leftovers")
  func temporary() throws {
    let name = "audio/2026/11/.\(AuditedStore.uuid("draft")).part"
    let folder = "quarantine/.\(AuditedStore.uuid("draft")).part"
    writeFile(absolute(name), "draft")
    mkdir(absolute(folder), 0o700)
    writeFile(absolute("\(folder)/memo.wav"), "draft")
    do {
      let lock = try StoreLock(of: book.paths)
      #expect(try book.problems() == [])
      _ = consume lock
    }
    do {
      let lock = try FileLock(locking: Descriptor(opening: absolute(name)))
      #expect(try book.problems() == [["file-leftover", "-", "\(folder)/memo.wav"]])
      _ = consume lock
    }
    #expect(
      try book.problems() == [
        ["file-leftover", "-", name], ["file-leftover", "-", "\(folder)/memo.wav"],
      ])
  }

  @Test("a recording that has not come yet may be missing")
  func notPresent() throws {
    try book.behindTheJournalsBack("audio", 2, "present", "0")
    unlink(absolute(book.recordings[1]))
    #expect(try book.problems() == [])
  }

  @Test("a file whose row comes after the first look is not taken for a stray one")
  func recordedMeanwhile() throws {
    let book = book
    try book.capture(4)
    // As it is before its COMMIT: the file is there, and no row.
    try book.behindOurBacks("CREATE TABLE kept AS SELECT * FROM audio WHERE id = 4")
    try book.behindOurBacks("PRAGMA foreign_keys = OFF; DELETE FROM audio WHERE id = 4")
    var looks = 0
    let found = try FileCheck(Store(at: book.paths, .readOnly)) {
      looks += 1
      guard looks == 1 else { return }
      try? book.behindOurBacks("INSERT INTO audio SELECT * FROM kept")
    }.run()
    #expect(looks > 1)
    #expect(found.problems == [])
  }

  @Test("what looks wrong is looked at again only when whoever writes has ended")
  func waitsForWriters() throws {
    let writer = try Connection(opening: book.paths.database, .readWrite)
    try writer.execute("BEGIN IMMEDIATE")
    let reader = try Store(at: book.paths, .readOnly, busyTimeout: .milliseconds(5))
    #expect(try FileCheck(reader).run().problems == [])
    writeFile(absolute("audio/2026/11/in-hand.wav"), "in hand")
    #expect(throws: StoreError.busy(path: book.paths.database)) { try FileCheck(reader).run() }
    try writer.execute("ROLLBACK")
    #expect(try FileCheck(reader).run().problems.map(\.code) == [.fileStray])
    // It reads and nothing else, also after that.
    #expect(throws: StoreError.readOnly(path: book.paths.database)) {
      try reader.write { writer in try writer.clearSuspect(AuditedStore.digest([])) }
    }
  }
}
