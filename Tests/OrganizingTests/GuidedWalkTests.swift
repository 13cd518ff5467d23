import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

/// Drives a walk over a store, as a terminal would, and notes what was asked for.
private final class WalkDriver {
  var walk: GuidedWalk
  private(set) var action = GuidedWalk.Action.ask
  private(set) var said: [GuidedWalk.Saying] = []

  init(_ ids: [RecordID], _ store: OpenStore, isOrganizing: Bool = true) throws {
    self.store = store
    walk = GuidedWalk(ids, isOrganizing: isOrganizing)
    action = walk.start()
    try settle()
  }

  private let store: OpenStore

  func key(_ command: GuidedWalk.Command) throws {
    action = walk.key(command)
    try settle()
  }

  func line(_ text: String) throws {
    action = walk.line(text)
    try settle()
  }

  func cancel() throws { action = walk.cancelled() }

  var hasEnded: Bool? {
    if case .end(let isInterrupted) = action { return isInterrupted }
    return nil
  }

  private func settle() throws {
    while true {
      said += walk.takeSayings()
      switch action {
      case .load(let id):
        do {
          let subject = try store.store.read { try store.organizer.subject(id, $0) }
          action = walk.loaded(
            RecordForm(
              subject, isOrganizing: walk.isOrganizing && id.kind == .quickRecord, past: [],
              rules: OpenStore.rules, now: OpenStore.noon))
        } catch StoreError.refused(let refusal) { action = walk.missing(refusal.description) }
      case .save(let form):
        let saved = try store.organizer.save(form)
        action = walk.saved(
          saved.id, transaction: saved.transaction?.id, operation: saved.operation)
      case .undo(let number):
        _ = try store.organizer.undo(operation: number)
        action = walk.undone()
      case .show, .ask, .listen, .end: return
      }
    }
  }
}

@Suite("The guided walk")
struct GuidedWalkTests {
  private let store: OpenStore
  private let ids: [RecordID]

  init() throws {
    let store = try OpenStore()
    ids = try (1...3).map { number in
      try store.capture(RecordFields(amount: money(number * 1000, "TWD"), tags: [try Tag("food")]))
    }
    self.store = store
  }

  @Test("Enter saves one after the other, and the walk ends behind the last")
  func accepting() throws {
    let driver = try WalkDriver(ids, store)
    for _ in 1...3 { try driver.key(.save) }
    #expect(driver.hasEnded == false)
    #expect(driver.walk.organized == 3 && driver.walk.skipped == 0 && driver.walk.left == 0)
    #expect(try store.transactions().count == 3)
    #expect(driver.said.count == 3)
  }

  @Test("what was skipped is open, and back leads to it with what was typed")
  func skippingAndBack() throws {
    let driver = try WalkDriver(ids, store)
    try driver.key(.open(.place))
    try driver.line("Bar")
    try driver.key(.skip)
    #expect(driver.walk.index == 1)
    #expect(driver.walk.skipped == 1)
    try driver.key(.back)
    #expect(driver.walk.form?.fields.place?.name == "Bar")
    try driver.key(.save)
    #expect(try store.transactions().map { $0.fields.place?.name } == ["Bar"])
    #expect(driver.walk.skipped == 0 && driver.walk.organized == 1)
  }

  @Test("undo takes back what was saved last, and goes there; a second one, what was saved before")
  func undoing() throws {
    let driver = try WalkDriver(ids, store)
    try driver.key(.undo)
    #expect(driver.said.last == .text("Nothing has been saved here yet."))
    try driver.key(.save)
    try driver.key(.save)
    try driver.key(.undo)
    #expect(driver.walk.index == 1)
    try driver.key(.undo)
    #expect(driver.walk.index == 0)
    #expect(try store.transactions().isEmpty)
    #expect(driver.walk.organized == 0 && driver.walk.left == 3)
  }

  @Test("back behind a saved record changes the transaction, and undo takes that back alone")
  func changingWhatIsSaved() throws {
    let driver = try WalkDriver(ids, store)
    try driver.key(.save)
    try driver.key(.back)
    #expect(driver.walk.form?.id.kind == .transaction)
    try driver.key(.open(.amount))
    try driver.line("77")
    try driver.key(.save)
    #expect(try store.transactions().map { $0.fields.amount?.minorUnits } == [7700])
    #expect(driver.walk.organized == 1)
    try driver.key(.undo)
    #expect(try store.transactions().map { $0.fields.amount?.minorUnits } == [1000])
    #expect(driver.walk.organized == 1)
  }

  @Test("what something else has deleted or organised meanwhile was not skipped")
  func gone() throws {
    let store = try OpenStore()
    let ids = try (1...3).map { _ in try store.capture(RecordFields(amount: money(100, "TWD"))) }
    let driver = try WalkDriver(ids, store)
    try store.organizer.delete([ids[1]])
    try driver.key(.skip)
    try driver.key(.save)
    #expect(driver.hasEnded == false)
    #expect(driver.walk.skipped == 1 && driver.walk.gone == 1 && driver.walk.organized == 1)
    #expect(driver.walk.left == 0)
  }

  @Test("a missing amount opens its field, and Enter without one does not save")
  func missingAmount() throws {
    let id = try store.capture(RecordFields(tags: [try Tag("taxi")]))
    let driver = try WalkDriver([id], store)
    #expect(driver.walk.focus == .field(.amount))
    try driver.line("")
    #expect(driver.walk.focus == .keys)
    try driver.key(.save)
    #expect(driver.walk.focus == .field(.amount))
    #expect(try store.transactions().isEmpty)
    try driver.line("12x")
    guard case .refusal("12x", let refusal)? = driver.said.last else {
      Issue.record("it is not refused")
      return
    }
    #expect(refusal.position == 3)
    try driver.line("12")
    try driver.key(.save)
    #expect(try store.transactions().map { $0.fields.amount?.minorUnits } == [1200])
  }

  @Test("< goes to the field before, from the first one to the keys")
  func fieldBefore() throws {
    let driver = try WalkDriver(ids, store)
    try driver.key(.open(.tags))
    try driver.line("work")
    #expect(driver.walk.focus == .field(.tags))
    try driver.line("<")
    #expect(driver.walk.focus == .field(.amount))
    try driver.line("<")
    #expect(driver.walk.focus == .keys)
    #expect(driver.walk.form?.fields.tags.map(\.name) == ["food", "work"])
  }

  @Test("a record that was deleted meanwhile is said and passed over")
  func deletedMeanwhile() throws {
    let driver = try WalkDriver(ids, store)
    try store.organizer.delete([ids[1]])
    try driver.key(.save)
    #expect(driver.walk.index == 2)
    #expect(
      driver.said.last == .text(StoreError.refused(.deleted(ids[1])).description), "\(driver.said)")
    try driver.key(.back)
    #expect(driver.walk.index == 0)
  }

  @Test("leaving with something typed is asked for twice; an interruption is not")
  func leaving() throws {
    let driver = try WalkDriver(ids, store)
    try driver.key(.open(.note))
    try driver.line("with Ann")
    try driver.key(.leave)
    #expect(driver.hasEnded == nil)
    try driver.key(.help)
    try driver.key(.leave)
    #expect(driver.hasEnded == nil)
    try driver.key(.leave)
    #expect(driver.hasEnded == false)
    let other = try WalkDriver(ids, store)
    try other.key(.interrupt)
    #expect(other.hasEnded == true)
  }

  @Test("what was typed into a record that was passed over is asked for, by q and at the end")
  func leavingAnother() throws {
    let driver = try WalkDriver(Array(ids.prefix(2)), store)
    try driver.key(.open(.note))
    try driver.line("with Ann")
    try driver.key(.skip)
    try driver.key(.leave)
    #expect(driver.hasEnded == nil)
    #expect(driver.walk.index == 1)
    try driver.key(.skip)
    #expect(driver.hasEnded == nil)
    #expect(driver.walk.index == 0)
    #expect(driver.walk.form?.fields.note == "with Ann")
    try driver.key(.skip)
    try driver.key(.skip)
    #expect(driver.hasEnded == false)
  }

  @Test("each field that is unclear is opened by itself, one after the other")
  func unclearFields() throws {
    let id = try store.capture(
      RecordFields(tags: [try Tag("pay")]),
      review: [
        ReviewNote(field: .type, code: .typeUnknown, message: "It is no type.", text: "收入"),
        ReviewNote(field: .place, code: .placeUnclear, message: "It is no place.", text: nil),
      ])
    let driver = try WalkDriver([id], store)
    #expect(driver.walk.focus == .field(.amount))
    try driver.line("120")
    #expect(driver.walk.focus == .field(.place))
    try driver.line("")
    #expect(driver.walk.focus == .field(.kind))
    try driver.line("i")
    #expect(driver.walk.focus == .keys)
    try driver.key(.open(.place))
    try driver.line("")
    #expect(driver.walk.focus == .keys)
    try driver.key(.save)
    #expect(try store.transactions().map(\.fields.type) == [.income])
  }

  @Test("a record that is edited stays open, and Enter without a change saves nothing")
  func editing() throws {
    let driver = try WalkDriver([ids[0], ids[1]], store, isOrganizing: false)
    try driver.key(.open(.kind))
    try driver.line("i")
    try driver.key(.save)
    #expect(try store.quickRecord(ids[0])?.fields.type == .income)
    try driver.key(.save)
    #expect(driver.said.last == .text("q2 stays as it is."))
    #expect(try store.transactions().isEmpty)
    #expect(driver.hasEnded == false)
  }
}
