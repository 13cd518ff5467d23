import CommandLineTool
import LineEditing
import Linux
import Organizing
import Records
import Storage

/// Walks through records at a terminal: shows each, asks for a key, and does what it means.
struct GuidedLoop {
  let context: Context
  private let store: Store
  private let dialog: TerminalDialog
  private let memory: PastMemory
  private let player: LoopPlayer

  /// Nobody is asked where nobody sees it, or where the options say so.
  static func isPossible(_ context: Context) -> Bool {
    context.output.isTerminal && standardInputIsTerminal() && !context.isJSON && !context.isDryRun
      && !context.arguments.has("--no-input")
  }

  /// Throws where a record that is named is not there, or cannot be changed.
  static func require(
    _ ids: [RecordID], _ store: Store, _ context: Context
  ) throws(Failure) {
    try context.attempt {
      try store.read { reader in
        for id in ids { _ = try context.organizer(store).subject(id, reader) }
      }
    }
  }

  init(_ context: Context, _ store: Store) throws(Failure) {
    self.context = context
    self.store = store
    memory = PastMemory(store, gazetteer: try context.gazetteer())
    player = LoopPlayer(context)
    do throws(SystemError) { dialog = try TerminalDialog(program: "mm-organize") } catch {
      throw Failure(.inputOutput, "terminal", "The terminal cannot be used: \(error.code).")
    }
  }

  func run(_ ids: [RecordID], isOrganizing: Bool) throws(Failure) {
    var walk = GuidedWalk(ids, isOrganizing: isOrganizing)
    var signal: Int32?
    var action = walk.start()
    var isNew = false
    loop: while true {
      switch action {
      case .load(let id):
        action = try load(id, &walk)
        isNew = true
      case .show:
        action = try ask(&walk, isShown: true, isNew: isNew, &signal)
        isNew = false
      case .ask: action = try ask(&walk, isShown: false, isNew: false, &signal)
      case .save(let form): action = try save(form, &walk)
      case .undo(let number): action = try undo(number, &walk)
      case .listen(let form):
        switch try player.play(form, dialog) {
        case .heard(let sentence): action = walk.heard(sentence)
        case .signal(let number):
          signal = number
          action = .end(isInterrupted: true)
        }
      case .end(let isInterrupted):
        if isInterrupted, signal == nil { signal = TerminalKeys.interrupt }
        break loop
      }
    }
    try write(sayings(&walk) + (isOrganizing ? [LoopScreen(context).sums(walk)] : []))
    // As if it had ended this program itself, now that the terminal is as it was.
    if let signal { dialog.lend { CurrentProcess.end(bySignal: signal) } }
  }

  // MARK: the store

  private var organizer: Organizer {
    context.organizer(store, at: Instant(nanoseconds: wallClock()))
  }

  private func load(
    _ id: RecordID, _ walk: inout GuidedWalk
  ) throws(Failure) -> GuidedWalk.Action {
    do {
      return walk.loaded(
        try form(of: id, isOrganizing: walk.isOrganizing && id.kind == .quickRecord))
    } catch StoreError.refused(let refusal) {
      return walk.missing(refusal.description)
    } catch { throw Failure(any: error) }
  }

  private func form(of id: RecordID, isOrganizing: Bool) throws -> RecordForm {
    let subject = try store.read { try organizer.subject(id, $0) }
    return RecordForm(
      subject, isOrganizing: isOrganizing,
      past: isOrganizing ? try memory.past(for: subject) : [], rules: context.rules,
      now: Instant(nanoseconds: wallClock()))
  }

  private func save(
    _ form: RecordForm, _ walk: inout GuidedWalk
  ) throws(Failure) -> GuidedWalk.Action {
    do {
      let saved = try organizer.save(form)
      if let transaction = saved.transaction {
        memory.add(transaction)
      } else {
        memory.forget()
        memory.noteNames(of: form.fields)
      }
      return walk.saved(
        saved.id, transaction: saved.transaction?.id, operation: saved.operation)
    } catch StoreError.refused(.changedSinceShown) {
      do {
        let now = try self.form(of: form.id, isOrganizing: form.isOrganizing)
        return walk.changed(now.keeping(form))
      } catch { return walk.refused(sentence(error)) }
    } catch StoreError.refused(let refusal) where refusal.isGone(form.id) {
      return walk.gone(sentence(StoreError.refused(refusal)))
    } catch { return walk.refused(sentence(error)) }
  }

  private func undo(
    _ number: Int64, _ walk: inout GuidedWalk
  ) throws(Failure) -> GuidedWalk.Action {
    do {
      _ = try organizer.undo(operation: number)
      memory.forget()
      return walk.undone()
    } catch { return walk.refused(sentence(error)) }
  }

  /// A store that is busy or full is said, and nothing that was typed is lost.
  private func sentence(_ error: any Error) -> String {
    Failure(any: error).sentences
  }

  // MARK: the terminal

  private func ask(
    _ walk: inout GuidedWalk, isShown: Bool, isNew: Bool, _ signal: inout Int32?
  ) throws(Failure) -> GuidedWalk.Action {
    let screen = LoopScreen(context)
    var lines = sayings(&walk)
    guard let form = walk.form else { return .end(isInterrupted: false) }
    if isShown { lines += screen.record(form, walk) }
    switch walk.focus {
    case .keys:
      try write(lines)
      if isNew { dialog.hasShown() }
      return try key(screen.keys(form, walk), &walk, &signal)
    case .field(let entry):
      try write(lines + screen.field(entry, form))
      return try line(entry, &walk, &signal)
    }
  }

  private func sayings(_ walk: inout GuidedWalk) -> [String] {
    let screen = LoopScreen(context)
    return walk.takeSayings().flatMap { screen.lines($0, walk) }
  }

  /// All at once, so that nobody sees half of it.
  private func write(_ lines: [String]) throws(Failure) {
    try context.output.write(lines.map { $0 + "\n" }.joined())
  }

  /// The keys are told when Enter counts: one that was pressed before the record was there to be seen saves nothing.
  private func key(
    _ told: [String], _ walk: inout GuidedWalk, _ signal: inout Int32?
  ) throws(Failure) -> GuidedWalk.Action {
    while true {
      switch try dialog.readAnswer({ () throws(Failure) in try write(told) }) {
      case .enter: return walk.key(.save)
      case .character(let character): return walk.key(LoopKey.command(character))
      case .interrupt: return walk.key(.interrupt)
      case .leave: return walk.key(.leave)
      case .end: return walk.key(.interrupt)
      case .redraw: return walk.key(.redraw)
      case .paste: return walk.key(.pasted)
      case .signal(let number):
        signal = number
        return .end(isInterrupted: true)
      case .other: continue
      }
    }
  }

  private func line(
    _ entry: RecordForm.Entry, _ walk: inout GuidedWalk, _ signal: inout Int32?
  ) throws(Failure) -> GuidedWalk.Action {
    let memory = memory
    let fields = walk.form?.fields ?? RecordFields()
    let line = dialog.readLine(prompt: LoopScreen.prompt(entry)) { typed in
      memory.candidates(typed, in: entry, of: fields)
    }
    switch line {
    case .text(let text): return walk.line(text)
    case .cancelled:
      try context.output.line()
      return walk.cancelled()
    case .end:
      try context.output.line()
      return walk.line("")
    case .signal(let number):
      try context.output.line()
      signal = number
      return .end(isInterrupted: true)
    }
  }
}

extension Refusal {
  /// Whether the record cannot be saved because it is no longer there to be organised or edited.
  fileprivate func isGone(_ id: RecordID) -> Bool {
    switch self {
    case .deleted(id), .deletedBehind(id, _), .alreadyOrganized(id, as: _), .noSuchRecord(id): true
    default: false
    }
  }
}
