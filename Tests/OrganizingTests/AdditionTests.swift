import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("Adding from the keyboard")
struct AdditionTests {
  private let report = AudioReport(
    format: "wav", codec: "pcm_s16", sampleRate: 16_000, channels: 1, frames: 1600)

  private func judged(
    _ path: String, in book: OpenStore, dryRun: Bool = false
  ) throws -> Addition {
    let file = try NamedFile(
      at: path, copyingInto: dryRun ? nil : AudioArchive(of: book.store), at: OpenStore.noon)
    var changes = FieldChanges()
    changes.amount = "120"
    return try Addition(
      changes, recording: JudgedFile(file, report), rules: OpenStore.rules, now: OpenStore.noon)
  }

  private func archived(_ book: OpenStore) throws -> [String] {
    try AudioArchive(of: book.store).files()
  }

  @Test("amount, tags and time are kept, each with where it came from")
  func plain() throws {
    let book = try OpenStore()
    let record = try book.add { changes in
      changes.amount = "-50"
      changes.addTags = [Tag(storedName: "clothes", key: "clothes")]
    }
    #expect(record.fields.amount == money(-5000, "TWD"))
    #expect(record.fields.capturedAt?.description == "2026-11-30T20:00:00+08:00")
    #expect(record.sources[.amount] == .user)
    #expect(record.sources[.currency] == .defaults)
    #expect(record.sources[.capturedAt] == .defaults)
    #expect(!record.organized)
    #expect(try book.quickRecord(record.id) == record)
  }

  @Test(
    "a recording that somebody has open for writing is not taken, and the archive keeps nothing")
  func stillWritten() throws {
    let book = try OpenStore()
    let path = book.folder["memo.wav"]
    writeFile(path, Wave.tone(frames: 1600))
    let writer = try Descriptor(opening: path, [.write])
    for dryRun in [false, true] {
      #expect(throws: NamedFileError.changing(path)) {
        try judged(path, in: book, dryRun: dryRun)
      }
    }
    #expect(try archived(book) == [])
    try writer.close()
    let added = try judged(path, in: book)
    let dry = try judged(path, in: book, dryRun: true)
    // Nobody waits for who has read it.
    try Descriptor(opening: path, [.write, .nonBlocking]).close()
    _ = (added, dry)
  }

  @Test("a recording is copied into the archive, and its file stays")
  func recording() throws {
    let book = try OpenStore()
    let bytes = Wave.tone(frames: 1600)
    writeFile(book.folder["memo.wav"], bytes)
    let record = try book.organizer.add(try judged(book.folder["memo.wav"], in: book))
    let audio = try #require(record.audio)
    #expect(readFile(book.store.paths.absolute(audio.path)) == bytes)
    #expect(readFile(book.folder["memo.wav"]) == bytes)
    #expect(record.sourceName == FileName("memo.wav"))
    #expect(record.sources[.capturedAt] == .fileTime)
    #expect(audio.bytes == Int64(bytes.count))
    #expect(try archived(book) == [audio.path])
  }

  @Test("a recording whose name has a clock was captured then, unless a person says otherwise")
  func clockInName() throws {
    let book = try OpenStore()
    writeFile(book.folder["20261129_123456.wav"], Wave.tone(frames: 1600))
    let record = try book.organizer.add(try judged(book.folder["20261129_123456.wav"], in: book))
    #expect(record.fields.capturedAt?.description == "2026-11-29T12:34:56+08:00")
    #expect(record.sources[.capturedAt] == .name)
    #expect(record.fields.amount == money(12_000, "TWD"))
  }

  @Test("R03: one recording is one record, and another alike in all but its bytes is a second one")
  func twins() throws {
    let book = try OpenStore()
    writeFile(book.folder["a.wav"], Wave.tone(frames: 1600, seed: 1))
    writeFile(book.folder["b.wav"], Wave.tone(frames: 1600, seed: 1))
    writeFile(book.folder["c.wav"], Wave.tone(frames: 1600, seed: 2))
    let first = try book.organizer.add(try judged(book.folder["a.wav"], in: book))
    #expect(
      refusal { try book.organizer.add(try judged(book.folder["b.wav"], in: book)) }
        == .recorded(as: first.id))
    #expect(try archived(book).count == 1)
    let other = try book.organizer.add(try judged(book.folder["c.wav"], in: book))
    #expect(other.fields.amount == first.fields.amount)
    #expect(try archived(book).count == 2)
    try book.organizer.delete([first.id])
    #expect(throws: AdditionRefusal.deletedTwin(first.id)) {
      try book.organizer.add(try judged(book.folder["b.wav"], in: book))
    }
    #expect(try archived(book).count == 2)
  }

  @Test("a dry run copies nothing and answers what would be")
  func dryRun() throws {
    let book = try OpenStore()
    writeFile(book.folder["memo.wav"], Wave.tone(frames: 1600))
    let planned = try book.organizer.add(
      try judged(book.folder["memo.wav"], in: book, dryRun: true), dryRun: true)
    #expect(planned.audio?.frames == 1600)
    #expect(try archived(book).isEmpty)
    #expect(listFolder(book.store.paths.audio).isEmpty)
    #expect(try book.quickRecord(planned.id) == nil)
  }

  @Test("W28, W29: only a regular file is read")
  func strangers() throws {
    let book = try OpenStore()
    for path in ["/dev/null", book.folder.path, book.folder["missing.wav"]] {
      #expect(throws: NamedFileError.self) {
        try NamedFile(at: path, copyingInto: AudioArchive(of: book.store), at: OpenStore.noon)
      }
    }
  }
}
