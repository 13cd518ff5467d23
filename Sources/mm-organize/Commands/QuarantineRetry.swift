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
    var retried: [(item: QuarantineItem, isInPlace: Bool)] = []
    var failure: Failure?
    for item in items {
      do {
        retried.append((item, isInPlace: try retry(item, store)))
      } catch {
        // One inbox that is not there keeps nothing else back.
        failure = failure ?? Failure(any: error)
      }
    }
    if retried.isEmpty, let failure { throw failure }
    try write(retried)
    for (item, isInPlace) in retried where item.code == .sidecarInvalid {
      context.output.note(warning(of: item, isInPlace: isInPlace))
    }
    if items.isEmpty, !context.isJSON { try context.output.line("Nothing is set aside.") }
    if let failure { throw failure }
  }

  /// Where the files are in the inbox still, they are judged there; else they are put there, if it may be written to.
  /// Answers which.
  private func retry(_ item: QuarantineItem, _ store: Store) throws -> Bool {
    let inPlace = KeptRetry(store: store)
    if try context.isDryRun ? inPlace.canRetry(item) : inPlace.retry(item) { return true }
    let inbox = context.settings.inboxes.first {
      ((try? canonicalPath($0.path)) ?? $0.path) == item.inbox
    }
    if inbox?.after == .keep { throw ReleaseError.gone(item.id, inbox: item.inbox) }
    if !context.isDryRun {
      _ = try QuarantineRelease(store: store, now: context.now).release(item)
    }
    return false
  }

  private func write(_ retried: [(item: QuarantineItem, isInPlace: Bool)]) throws(Failure) {
    if context.isJSON {
      return try context.output.write(.array(retried.map { .string($0.item.id.description) }))
    }
    for (item, isInPlace) in retried {
      try context.output.line(
        isInPlace
          ? "\(item.id) \(context.isDryRun ? "would be" : "is") judged again where it lies"
          : "\(context.isDryRun ? "would give back" : "given back") \(item.id)")
    }
  }
}

extension QuarantineRetry {
  /// Giving back makes no sidecar readable, and one that was kept without its coordinates is less so than before.
  private func warning(of item: QuarantineItem, isInPlace: Bool) -> String {
    let names = item.files.filter { $0.role == .sidecar }.map(\.name.description)
      .joined(separator: ", ")
    let blanked =
      !isInPlace && context.places[item.inbox] == .drop
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
