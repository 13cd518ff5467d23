import Linux
import Records

/// What a program that died while it gave files back has left in their folder. Where they had begun to get their names, the
/// rest get theirs and the item counts as given back, so that a memo is not in two places; else they are copies, and go.
/// Nothing goes that the store does not hold.
public struct InterruptedReturns {
  private let store: Store
  private let program: Program
  private let now: Instant

  public init(_ store: Store, by program: Program, now: Instant) {
    self.store = store
    self.program = program
    self.now = now
  }

  /// Whether there is anything of the kind.
  public static func areThere(in folder: borrowing Descriptor) -> Bool {
    ((try? folder.entryNames()) ?? []).contains { ReturnName($0) != nil }
  }

  /// Answers the items that were given back by this: of all, or of one.
  @discardableResult
  public func finish(
    in folder: borrowing Descriptor, of one: QuarantineItem? = nil
  ) throws -> [RecordID] {
    var returned: [RecordID] = []
    let names = Dictionary(grouping: try folder.entryNames().compactMap { ReturnName($0) }) {
      $0.item
    }
    for (uuid, names) in names where one.map({ $0.uuid == uuid }) ?? true {
      if let id = try finish(uuid, names, in: folder) { returned.append(id) }
    }
    return returned.sorted()
  }

  private func finish(
    _ uuid: UUID, _ names: [ReturnName], in folder: borrowing Descriptor
  ) throws -> RecordID? {
    let item = try store.read { (reader: StoreReader) throws in
      try reader.quarantineItems(where: "uuid = ?", [uuid.description]).first
    }
    guard let ticket = names.first(where: { $0.number == nil }) else {
      try removeCopies(names, of: item, in: folder)
      return nil
    }
    guard let opened = try? Descriptor(opening: ticket.bytes, in: folder, [.noFollow]) else {
      return nil
    }
    let text = (try? opened.readAll(limit: 64)) ?? nil
    // Somebody is at it.
    guard let lock = try? FileLock(locking: opened) else { return nil }
    defer { _ = lock }
    var returned: RecordID?
    if let item, item.state == .held, text == Array(ReturnTicket.begun.utf8) {
      returned = try goOn(with: item, in: folder)
    }
    try removeCopies(names.filter { $0.number != nil }, of: item, in: folder)
    if item != nil {
      try unlink(ticket, in: folder)
    } else {
      // Of an earlier version, where each file had such a name.
      try removeCopies([ticket], of: nil, in: folder)
    }
    // A folder that stays is a second copy, no more.
    if returned != nil { try? QuarantineFolder(of: store).remove(uuid) }
    return returned
  }

  /// Nil where the item stays held, since not all of it is sure to be elsewhere.
  private func goOn(
    with item: QuarantineItem, in folder: borrowing Descriptor
  ) throws -> RecordID? {
    try ReturnedFiles(of: item).publish(in: folder)
    let there = digests(in: folder, of: Set(item.files.map(\.bytes)))
    let kept = KeptContent(paths: store.paths)
    return try store.write { writer in
      guard try writer.quarantineItem(item.id)?.state == .held else { return nil }
      for file in item.files where !there.contains(file.sha256) {
        let isElsewhere = try kept.contains(
          file.sha256, writer, outside: "quarantine/\(item.uuid)")
        guard isElsewhere else { return nil }
      }
      try writer.operation(.retry, by: program, at: now) {
        try writer.setState(item.id, to: .retried)
      }
      return item.id
    }
  }

  /// Of the durable files of these sizes.
  private func digests(in folder: borrowing Descriptor, of sizes: Set<Int64>) -> Set<Digest> {
    var digests: Set<Digest> = []
    for name in (try? folder.entryNames()) ?? [] where ReturnName(name) == nil {
      guard let status = try? folder.status(of: name), status.kind == .regular,
        sizes.contains(status.size),
        let digest = KeptContent.durableDigest(of: name, in: folder)
      else { continue }
      digests.insert(digest)
    }
    return digests
  }

  private func removeCopies(
    _ names: [ReturnName], of item: QuarantineItem?, in folder: borrowing Descriptor
  ) throws {
    guard !names.isEmpty else { return }
    let items = try item.map { [$0] } ?? store.read { try $0.quarantineItems() }
    let paths = items.flatMap(\.files).map { store.paths.absolute($0.path) }
    let kept = KeptContent(paths: store.paths)
    for name in names {
      let isCopy = paths.contains { KeptContent.isBeginning(name.bytes, in: folder, of: $0) }
      if try isCopy || isHeld(name, in: folder, kept) { try unlink(name, in: folder) }
    }
  }

  private func isHeld(
    _ name: ReturnName, in folder: borrowing Descriptor, _ kept: KeptContent
  ) throws -> Bool {
    guard let digest = KeptContent.durableDigest(of: name.bytes, in: folder) else { return false }
    return try store.read { try kept.contains(digest, $0) }
  }

  private func unlink(_ name: ReturnName, in folder: borrowing Descriptor) throws(SystemError) {
    do throws(SystemError) { try folder.unlink(name.bytes) } catch {
      guard error.code == .notFound else { throw error }
    }
  }
}
