import Hashing
import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("Taking back, and returning")
struct UndoTests {
  private let book: OpenStore
  private let lunch = RecordFields(amount: money(12_000, "TWD"))

  init() throws { book = try OpenStore() }

  private func undo(_ count: Int = 1) throws { _ = try book.organizer.undo(count) }
  private func redo(_ count: Int = 1) throws { _ = try book.organizer.redo(count) }

  /// The number of the operation that was made last.
  private func last() throws -> Int64 {
    try #require(try book.store.read { try $0.lastOperations(1).first }).number
  }

  @Test("what one command did is taken back as one, and returned as one")
  func wholeCommand() throws {
    let ids = [try book.capture(lunch), try book.capture(lunch)]
    let made = try book.organizer.organize(ids, FieldChanges())
    #expect(made.count == 2)
    let before = try book.export()
    try undo()
    #expect(try book.transactions().isEmpty)
    #expect(try ids.allSatisfy { try book.quickRecord($0)?.organized == false })
    try redo()
    #expect(try book.export() == before)
    #expect(try book.transactions().map(\.id) == made.map(\.id))
  }

  @Test("the user's own last operation is meant, whatever memos have come since")
  func amongMemos() throws {
    let first = try book.capture(lunch)
    try book.organizer.delete([first])
    let second = try book.capture(lunch)
    try undo()
    #expect(try book.quickRecord(first)?.deleted == false)
    #expect(try book.quickRecord(second) != nil)
    #expect(refusal { try book.organizer.undo(1) } == .nothingToUndo)
  }

  @Test("what was changed since is refused, and the later operation named")
  func changedSince() throws {
    let id = try book.capture(lunch)
    let capture = try last()
    _ = try book.organizer.organize([id], FieldChanges())
    let organize = try last()
    #expect(
      refusal { try book.organizer.undo(operation: capture) }
        == .changedSince(capture, by: organize, .organize, [id]))
    try undo()
    _ = try book.organizer.undo(operation: capture)
    #expect(try book.quickRecord(id) == nil)
    // Returned in the order in which they were made.
    try redo(2)
    #expect(try book.quickRecord(id)?.organized == true)
    #expect(refusal { try book.organizer.redo(1) } == .nothingToRedo)
  }

  @Test("what was taken back is not taken back again, and neither is an undo")
  func twice() throws {
    let id = try book.capture(lunch)
    try book.organizer.delete([id])
    let delete = try last()
    try undo()
    let undo = try last()
    #expect(
      refusal { try book.organizer.undo(operation: delete) } == .undoneAlready(delete, by: undo))
    #expect(refusal { try book.organizer.undo(operation: undo) } == .notUndoable(undo, .undo))
    #expect(refusal { try book.organizer.undo(operation: 99) } == .noSuchOperation(99))
  }

  @Test("the recording of a capture that was taken back stays, and comes back with it")
  func recording() throws {
    let id = try book.capture(lunch, recording: 1)
    let capture = try last()
    let audio = try #require(try book.quickRecord(id)?.audio)
    _ = try book.organizer.undo(operation: capture)
    #expect(try book.quickRecord(id) == nil)
    #expect(try book.store.read { try $0.archivePaths() } == [audio.path])
    try redo()
    #expect(try book.quickRecord(id)?.audio == audio)
  }

  @Test("a capture is not returned where its recording has come again meanwhile")
  func twin() throws {
    try book.capture(lunch, recording: 1)
    let capture = try last()
    _ = try book.organizer.undo(operation: capture)
    let second = try book.capture(lunch, recording: 1)
    #expect(refusal { try book.organizer.redo(1) } == .inTheWay(capture))
    #expect(try book.quickRecord(second)?.deleted == false)
  }

  @Test("no undo leaves a transaction without its quick record")
  func fit() throws {
    let id = try book.capture(lunch)
    let made = try #require(try book.organizer.organize([id], FieldChanges()).first)
    try book.organizer.delete([made.id])
    let delete = try last()
    try book.organizer.delete([id])
    #expect(
      refusal { try book.organizer.undo(operation: delete) }
        == .unfit(delete, .needs(made.id, quickRecord: id), isRedo: false))
    #expect(try book.transactions().isEmpty)
  }

  @Test("what was made of something that was taken back too is returned after it")
  func returnedInOrder() throws {
    let id = try book.capture(lunch)
    let made = try #require(try book.organizer.organize([id], FieldChanges()).first).id
    let organize = try last()
    try note("changed", made)
    let edit = try last()
    let end = try book.dump()
    try undo(2)
    let start = try book.dump()
    #expect(
      refusal { try book.organizer.redo(operation: edit) }
        == .comesAfter(edit, organize, .organize))
    #expect(try book.dump() == start)
    _ = try book.organizer.redo(operation: organize)
    _ = try book.organizer.redo(operation: edit)
    #expect(try book.dump() == end)
  }

  @Test("an edit does not bring back what an earlier one had made and lost")
  func returnedAlone() throws {
    let id = try book.capture(lunch)
    try note("first", id)
    let first = try last()
    try tag("second", id)
    let second = try last()
    try undo(2)
    #expect(
      refusal { try book.organizer.redo(operation: second) } == .comesAfter(second, first, .edit))
    #expect(try book.quickRecord(id)?.fields.note == nil)
  }

  @Test("an edit does not undo what was returned after it had been taken back")
  func returnedBetween() throws {
    let id = try book.capture(lunch)
    try note("first", id)
    let first = try last()
    try undo()
    try tag("second", id)
    let second = try last()
    try undo()
    _ = try book.organizer.redo(operation: first)
    #expect(
      refusal { try book.organizer.redo(1) } == .changedSince(second, by: first, .edit, [id]))
    #expect(try book.quickRecord(id)?.fields.note == "first")
    _ = try book.organizer.undo(operation: first)
    _ = try book.organizer.redo(operation: second)
    #expect(try book.quickRecord(id)?.fields.tags.map(\.name) == ["second"])
    #expect(try book.quickRecord(id)?.fields.note == nil)
  }

  private func note(_ note: String, _ id: RecordID) throws {
    var changes = FieldChanges()
    changes.note = note
    _ = try book.organizer.edit([id], changes)
  }

  private func tag(_ name: String, _ id: RecordID) throws {
    var changes = FieldChanges()
    changes.addTags = [Tag(storedName: name, key: name)]
    _ = try book.organizer.edit([id], changes)
  }

  @Test("a number of a row is never given again, so that a redo meets no other row")
  func rowNumbers() throws {
    let first = try book.add {
      $0.amount = "1"
      $0.addTags = [Tag(storedName: "one", key: "one")]
    }
    try undo()
    let second = try book.add {
      $0.amount = "2"
      $0.addTags = [Tag(storedName: "two", key: "two")]
    }
    try redo()
    #expect(try book.quickRecord(first.id)?.fields.tags.map(\.name) == ["one"])
    #expect(try book.quickRecord(second.id)?.fields.tags.map(\.name) == ["two"])
  }

  @Test("a dry run changes nothing, and finds what would be refused")
  func dryRun() throws {
    let id = try book.capture(lunch)
    try book.organizer.delete([id])
    let before = try last()
    #expect(try book.organizer.undo(1, dryRun: true).map(\.operation.kind) == [.delete])
    #expect(try last() == before)
    #expect(try book.organizer.undo(40, dryRun: true).count == 1)
    try undo()
    #expect(refusal { try book.organizer.undo(1, dryRun: true) } == .nothingToUndo)
    #expect(try book.organizer.redo(40, dryRun: true).count == 1)
  }

  @Test("a command that changed nothing is nothing to take back")
  func nothingDone() throws {
    let id = try book.capture(lunch)
    try book.organizer.delete([id])
    let second = try book.capture(lunch)
    try book.organizer.restore([second])
    try undo()
    #expect(try book.quickRecord(id)?.deleted == false)
  }

  @Test("the story tells what was taken back, also of a record that is no more")
  func story() throws {
    let id = try book.capture(lunch)
    let capture = try last()
    try book.organizer.delete([id])
    try undo()
    _ = try book.organizer.undo(operation: capture)
    let told = try book.store.read { try Storyteller($0).story(of: id) }
    #expect(told.map(\.kind) == [.recorded, .deleted, .undone, .undone])
    #expect(told.last?.message == "Took back operation \(capture) (capture): \(id) is no more.")
  }
}
