import CommandLineTool
import Configuration
import Linux
import Organizing
import Records
import Storage

/// `quarantine retry`: gives items back to their inbox.
struct QuarantineRetry {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let ids = try context.ids(.quarantine)
    let isForAll = context.arguments.has("--all")
    guard ids.isEmpty == isForAll else {
      throw Failure(
        .usage, "usage", "Name the items to give back, or say --all.",
        hint: "Those that there are: mm-organize quarantine list")
    }
    let store = try context.store(.readWrite)
    let items =
      try isForAll
      ? context.attempt { try store.read { try $0.quarantineItems() } }
      : context.heldItems(ids, store)
    var givenBack: [RecordID] = []
    var failure: Failure?
    for item in items {
      do {
        if !context.isDryRun { try retry(item, store) }
        givenBack.append(item.id)
      } catch {
        // One inbox that is not there keeps nothing else back.
        failure = failure ?? Failure(any: error)
      }
    }
    if givenBack.isEmpty, let failure { throw failure }
    try ChangeReport(context).write(givenBack, done: "given back", planned: "would give back")
    for item in items where givenBack.contains(item.id) && item.code == .sidecarInvalid {
      context.output.note(warning(of: item))
    }
    if items.isEmpty, !context.isJSON { try context.output.line("Nothing is set aside.") }
    if let failure { throw failure }
  }

  /// Where the files are in the inbox still, they are judged there; else they are put there, if it may be written to.
  private func retry(_ item: QuarantineItem, _ store: Store) throws {
    if try KeptRetry(store: store).retry(item) { return }
    let inbox = context.settings.inboxes.first {
      ((try? canonicalPath($0.path)) ?? $0.path) == item.inbox
    }
    if inbox?.after == .keep { throw ReleaseError.gone(item.id, inbox: item.inbox) }
    _ = try QuarantineRelease(store: store, now: context.now).release(item)
  }
}

extension QuarantineRetry {
  /// Giving back makes no sidecar readable, and one that was kept without its coordinates is less so than before.
  private func warning(of item: QuarantineItem) -> String {
    let names = item.files.filter { $0.role == .sidecar }.map(\.name.description)
      .joined(separator: ", ")
    let blanked =
      context.places[item.inbox] == .drop
      ? " It came back without its coordinates, whose digits are x, since place = drop." : ""
    return
      "\(names) is no readable sidecar yet.\(blanked) Correct it in \(item.inbox), or it is set aside again."
  }
}

extension Context {
  /// The items of these IDs. All are looked up first, so that a wrong ID changes nothing.
  func heldItems(_ ids: [RecordID], _ store: Store) throws(Failure) -> [QuarantineItem] {
    try attempt {
      try store.read { reader in
        try ids.map { id in
          guard let item = try reader.quarantineItem(id) else {
            throw StoreError.refused(.noSuchRecord(id))
          }
          guard item.state == .held else { throw StoreError.refused(.notHeld(id)) }
          return item
        }
      }
    }
  }
}
