import CommandLineTool
import Linux
import Organizing
import Records
import Storage
import Text

/// `explain` of a file outside the inboxes: whether the store has its content, so that it may be deleted where it lies.
struct ExplainCopy {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run(_ file: ExplainedFile, in folder: String) throws(Failure) {
    let content = try read(file, in: folder)
    let copy = try context.read { try Storyteller($0).copy(of: content) }
    guard let copy else { throw try unknown(file, content) }
    guard copy.isWhole(content, in: context.paths) else { throw damaged(copy, file) }
    let event = StoryEvent(
      at: context.now, .kept, by: .organize, record: copy.record,
      message: sentence(copy, isOwn: isInStore(file, folder)))
    if context.isJSON { return try StoryLines(context).write([event]) }
    try context.output.line(event.message.visible)
    try context.output.line("How it came there: mm-organize explain \(copy.record)")
  }

  private func read(_ file: ExplainedFile, in folder: String) throws(Failure) -> FileContent {
    do {
      let folder = try Descriptor(opening: folder, [.directory])
      let descriptor = try Descriptor(
        opening: PathBytes(file.name.bytes), in: folder, [.read, .nonBlocking])
      return try FileContent(of: descriptor, at: file.word)
    } catch let error as SystemError {
      throw Failure(NamedFileError.unreadable(file.word, error))
    } catch let error as NamedFileError {
      throw Failure(error)
    } catch { throw Failure(any: error) }
  }

  private func isInStore(_ file: ExplainedFile, _ folder: String) -> Bool {
    let path = file.name.text.flatMap { try? canonicalPath("\(folder)/\($0)") }
    let root = (try? canonicalPath(context.paths.root)) ?? context.paths.root
    return (path ?? (try? canonicalPath(folder)).map { $0 + "/" })?.hasPrefix(root + "/") ?? false
  }

  /// The answer to "may I delete this?".
  private func sentence(_ copy: KeptCopy, isOwn: Bool) -> String {
    if isOwn { return "This is the store's own file of \(copy.record): leave it where it is." }
    switch copy.home {
    case .record(let record) where record.deleted:
      return
        "It was recorded as \(record.id), which has been deleted. The archive still has it, byte for byte; 'mm-organize restore \(record.id)' brings the record back."
    case .record(let record):
      let organized =
        record.transactions.isEmpty
        ? "" : " and organised as \(record.transactions.map(\.description).joined(separator: ", "))"
      return
        "It is recorded as \(record.id)\(organized), and the archive has it, byte for byte: this copy may be deleted."
    case .sidecar(let id):
      return "It is a sidecar of \(id), and the store keeps it: this copy may be deleted."
    case .setAside(let item) where item.state == .held:
      return
        "It is set aside as \(item.id) (\(item.code.rawValue)) and not recorded. The store has it, byte for byte: this copy may be deleted. 'mm-organize quarantine show \(item.id)' says what to do about it."
    case .takenBack(let record, let operation):
      return
        "It was recorded as \(record), and that was taken back: there is no such record now. The archive still has it, byte for byte, until a purge; keep this copy if you may want it again. \(wayBack(from: operation))"
    case .setAside(let item):
      return
        "It was set aside as \(item.id) (\(item.code.rawValue)), which was \(item.state.rawValue). The store has it for now; keep this copy if you may want it again."
    }
  }

  /// Tried, and not done: what came since may be in the way.
  private func wayBack(from operation: Int64) -> String {
    let redo = "mm-organize redo --op \(operation)"
    do {
      let store = try context.store(.readWrite)
      _ = try context.organizer(store).redo(operation: operation, dryRun: true)
      return "'\(redo)' brings the record back."
    } catch let error as StoreError {
      guard case .refused(let refusal) = error else {
        return "Whether '\(redo)' brings the record back cannot be told: \(error)"
      }
      return
        "The record cannot be brought back as it was: \(refusal) To have it recorded anew, put this copy into an inbox."
    } catch {
      return
        "Who may write the store can see with '\(redo) --dry-run' whether the record can be brought back."
    }
  }

  private func damaged(_ copy: KeptCopy, _ file: ExplainedFile) -> Failure {
    Failure(
      .badData, "damaged",
      "\(file.word) is \(copy.record), but \(context.paths.absolute(copy.path ?? "")) is missing or not the same. Keep this copy.",
      hint:
        "It is the only one that is known to be whole. Put it into an inbox, and the store's own is mended by it."
    )
  }

  private func unknown(_ file: ExplainedFile, _ content: FileContent) throws(Failure) -> Failure {
    let namesake = try context.read { try Storyteller($0).namesake(of: file.name, content) }
    let last = namesake.map { record, fate in
      switch fate {
      case .otherContent: "A file of this name became \(record), with another content."
      case .sameContent:
        "It became \(record), which has it no more: 'mm-organize explain \(record)' tells why."
      case .purged: "A file of this name became \(record), which was purged."
      }
    }
    return Failure(
      .notFound, "not-recorded", "The store does not have the content of \(file.word). Keep it.",
      hint: last ?? "To have it recorded, put it into an inbox.")
  }
}

extension KeptCopy {
  var record: RecordID {
    switch home {
    case .record(let record): record.id
    case .setAside(let item): item.id
    case .sidecar(let id), .takenBack(let id, _): id
    }
  }
}
