import Records
import Storage

/// The walk through records, one form after the other: what a key or a line means at each point, and what is to be done
/// next. It touches neither a terminal nor a store: who drives it does, and tells it what came of that.
public struct GuidedWalk: Sendable {
  /// What the keys ask for.
  public enum Command: Hashable, Sendable {
    case save
    case open(RecordForm.Entry)
    case listen
    case skip
    case undo
    case back
    case help
    case leave
    case interrupt
    case redraw
    /// A text was pasted where a key was asked for.
    case pasted
    case unknown(Character)
  }

  /// What its driver does next.
  public enum Action: Sendable {
    /// Read a record, and answer by `loaded` or `missing`.
    case load(RecordID)
    /// Show the record and what is said, and ask for a key or a line.
    case show
    /// Show only what is said, and ask again.
    case ask
    /// Answer by `saved` or `refused`.
    case save(RecordForm)
    /// Answer by `undone` or `refused`.
    case undo(operation: Int64)
    /// Play its recording, and answer by `heard`.
    case listen(RecordForm)
    case end(isInterrupted: Bool)
  }

  public enum Focus: Hashable, Sendable {
    case keys
    case field(RecordForm.Entry)
  }

  /// What somebody is told before the next question.
  public enum Saying: Hashable, Sendable {
    case text(String)
    /// A text that was not taken, for the position in it.
    case refusal(typed: String, RecordForm.EntryRefusal)
    case saved(RecordID)
    case help
  }

  public let isOrganizing: Bool
  private var stops: [Stop]
  public private(set) var index = 0
  public private(set) var focus = Focus.keys
  /// Said once: whoever shows it takes it.
  public private(set) var sayings: [Saying] = []
  private var saves: [Save] = []
  private var mayLeave = false
  /// Whether it was said at the end that something typed is not saved.
  private var hasWarned = false
  private var isGoingBack = false
  /// Whether the open field was opened because it is missing or unclear.
  private var isOpening = false

  private struct Stop: Sendable {
    let id: RecordID
    var form: RecordForm?
    /// The transaction that was made of it.
    var transaction: RecordID?
    var isSkipped = false
    /// Something else has deleted or organised it.
    var isGone = false
    /// Whether its first unclear field was opened.
    var isSeen = false
  }

  private struct Save: Sendable {
    let index: Int
    let operation: Int64
    let isOrganizing: Bool
  }

  /// With `isOrganizing` transactions are made of quick records; else records are changed.
  public init(_ ids: [RecordID], isOrganizing: Bool) {
    stops = ids.map { Stop(id: $0) }
    self.isOrganizing = isOrganizing
  }

  public var count: Int { stops.count }
  public var form: RecordForm? { stops.indices.contains(index) ? stops[index].form : nil }
  public var organized: Int { stops.count { $0.transaction != nil } }
  public var skipped: Int { stops.count { $0.isSkipped && $0.transaction == nil } }
  /// Those that something else has deleted or organised.
  public var gone: Int { stops.count { $0.isGone && $0.transaction == nil } }
  public var left: Int { stops.count - organized - skipped - gone }

  public mutating func takeSayings() -> [Saying] {
    defer { sayings = [] }
    return sayings
  }

  public mutating func start() -> Action { goOn(to: 0) }

  private mutating func goOn(to next: Int) -> Action {
    isGoingBack = next < index
    index = next
    focus = .keys
    mayLeave = false
    guard stops.indices.contains(index) else {
      guard let unsaved, !hasWarned else { return .end(isInterrupted: false) }
      hasWarned = true
      index = unsaved
      sayings.append(.text("What you typed here is not saved: Enter saves it, s leaves it."))
      return .show
    }
    // What was typed before going away is still there.
    if let form = stops[index].form, form.isTouched { return .show }
    return .load(stops[index].transaction ?? stops[index].id)
  }

  /// The first record for which something was typed that is not saved.
  private var unsaved: Int? { stops.firstIndex { $0.form?.isTouched ?? false } }

  // MARK: what came of an action

  public mutating func loaded(_ form: RecordForm) -> Action {
    stops[index].form = form
    stops[index].isGone = false
    if !stops[index].isSeen { focus = openUnclear(form, after: nil) }
    stops[index].isSeen = true
    return .show
  }

  /// The record cannot be organised any more: it was deleted or organised meanwhile, by another program.
  public mutating func missing(_ sentence: String) -> Action {
    sayings.append(.text(sentence))
    stops[index].isSkipped = false
    stops[index].isGone = true
    stops[index].form = nil
    return goOn(to: isGoingBack && index > 0 ? index - 1 : index + 1)
  }

  /// Each field that is missing or unclear is opened by itself, one after the other.
  private mutating func openUnclear(
    _ form: RecordForm, after entry: RecordForm.Entry?
  ) -> Focus {
    let next = form.unclear(after: entry)
    isOpening = next != nil
    if isOpening, entry == nil, !form.recordings.isEmpty {
      sayings.append(.text("Enter alone leaves the field; then l plays the recording."))
    }
    return next.map { .field($0) } ?? .keys
  }

  /// `transaction` is the one that was made; nil where a record was changed.
  public mutating func saved(_ id: RecordID, transaction: RecordID?, operation: Int64?) -> Action {
    if let operation {
      saves.append(Save(index: index, operation: operation, isOrganizing: transaction != nil))
    }
    stops[index].form = nil
    if let transaction { stops[index].transaction = transaction }
    sayings.append(.saved(id))
    return goOn(to: index + 1)
  }

  /// The record was changed by something else since it was shown. The form is of what it is now, with what was typed.
  public mutating func changed(_ form: RecordForm) -> Action {
    stops[index].form = form
    focus = openUnclear(form, after: nil)
    sayings.append(
      .text("\(form.id) was changed meanwhile, by something else: this is how it is now."))
    return .show
  }

  /// The record that is shown was deleted or organised by something else: there is nothing to save in it. What was
  /// typed stays, in case that is taken back.
  public mutating func gone(_ sentence: String) -> Action {
    sayings.append(.text(sentence))
    stops[index].isSkipped = false
    stops[index].isGone = true
    if stops[index].form?.isTouched != true { stops[index].form = nil }
    return goOn(to: index + 1)
  }

  /// The form stays as it is.
  public mutating func refused(_ sentence: String) -> Action {
    sayings.append(.text(sentence))
    return .ask
  }

  public mutating func undone() -> Action {
    guard let last = saves.popLast() else { return .ask }
    // What is typed into the form that is left stays in it.
    if last.isOrganizing { stops[last.index].transaction = nil }
    stops[last.index].form = nil
    stops[last.index].isSkipped = false
    let action = goOn(to: last.index)
    sayings.append(.text("Taken back."))
    return action
  }

  public mutating func heard(_ sentence: String?) -> Action {
    if let sentence { sayings.append(.text(sentence)) }
    return .ask
  }

  // MARK: keys and lines

  public mutating func key(_ command: Command) -> Action {
    guard let form else { return .end(isInterrupted: false) }
    let mayLeave = mayLeave
    self.mayLeave = false
    switch command {
    case .save: return save(form)
    case .open(let entry):
      isOpening = false
      focus = .field(entry)
      return .ask
    case .listen:
      if !form.recordings.isEmpty { return .listen(form) }
      return refused("\(form.id) has no recording.")
    case .skip:
      if stops[index].transaction == nil, !stops[index].isGone { stops[index].isSkipped = true }
      return goOn(to: index + 1)
    case .undo:
      guard let last = saves.last else { return refused("Nothing has been saved here yet.") }
      return .undo(operation: last.operation)
    case .back:
      guard index > 0 else { return refused("This is the first one.") }
      return goOn(to: index - 1)
    case .help:
      sayings.append(.help)
      return .ask
    case .leave:
      if let unsaved, !mayLeave {
        self.mayLeave = true
        return refused(
          unsaved == index || form.isTouched
            ? "What you typed is not saved: Enter saves it, and q again leaves without."
            : "What you typed for \(stops[unsaved].id) is not saved: b goes back to it, and q again leaves without."
        )
      }
      return .end(isInterrupted: false)
    case .interrupt: return .end(isInterrupted: true)
    case .redraw: return .show
    case .pasted:
      return refused(
        "What you pasted was not taken: here each key does something. Open a field first, such as n for the note."
      )
    case .unknown(let character):
      return refused("The key '\(character)' means nothing here; ? tells what the keys do.")
    }
  }

  private mutating func save(_ form: RecordForm) -> Action {
    if form.isOrganizing, form.fields.amount == nil {
      isOpening = false
      focus = .field(.amount)
      return refused("The amount is missing: type it, or leave the field and skip with s.")
    }
    // A record that is not organised, and is as it was, has nothing to save.
    guard form.isOrganizing || form.isTouched else {
      sayings.append(.text("\(form.id) stays as it is."))
      return goOn(to: index + 1)
    }
    return .save(form)
  }

  /// What was typed into the open field.
  public mutating func line(_ text: String) -> Action {
    guard case .field(let entry) = focus, var form = stops[index].form else { return .ask }
    if let broken = text.firstIndex(of: "\u{FFFD}") {
      let refusal = RecordForm.EntryRefusal(
        message: "What came there is no UTF-8, so nothing of it was taken.",
        position: text.distance(from: text.startIndex, to: broken) + 1)
      sayings.append(.refusal(typed: text, refusal))
      return .ask
    }
    do throws(RecordForm.EntryRefusal) {
      let taken = try form.take(text, in: entry)
      stops[index].form = form
      switch taken {
      case .stays: return .ask
      case .back:
        isOpening = false
        let entries = RecordForm.Entry.allCases
        let before = entries.firstIndex(of: entry).map { $0 - 1 } ?? -1
        focus = before >= 0 ? .field(entries[before]) : .keys
        return .ask
      case .done, .left:
        // One that was opened by itself leads to the next that is unclear.
        focus = isOpening ? openUnclear(form, after: entry) : .keys
        return .show
      }
    } catch {
      sayings.append(.refusal(typed: text.trimmed, error))
      return .ask
    }
  }

  /// Ctrl-C in a field: what was being typed there is given up, and what it held stays.
  public mutating func cancelled() -> Action {
    focus = .keys
    return .show
  }
}
