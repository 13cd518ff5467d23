import Linux
import Records
import Storage

/// What programs that died have left in the store: it is settled before anything relies on it, and goes once it is known
/// that nobody needs it.
extension Filer {
  /// Looks for files that a program which died has left without a row.
  func findOrphans() throws(StoreError) {
    do {
      var found = try store.write { writer in
        try Orphans(archive: archive, quarantine: quarantine, writer)
      }
      found.read()
      orphans = found
    } catch { throw error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)") }
  }

  nonisolated var hasOrphans: Bool { orphansAreThere.load(ordering: .relaxed) }

  func noteOrphans() {
    let areThere = !unproven.isEmpty || orphans.map { !$0.isEmpty } ?? false
    orphansAreThere.store(areThere, ordering: .relaxed)
  }

  /// Removes those of them whose content has a home: of all, or where one of `filed` is theirs. What fails now is found
  /// again at the next start.
  func removeProvenOrphans(after filed: [Digest]? = nil) {
    if let filed { removeSpareFolders(after: filed) }
    guard let found = orphans, !found.isEmpty else { return }
    if let filed, !filed.contains(where: { found.contain($0) }) { return }
    guard let homes = try? store.read({ try found.findHomes($0) }), !homes.isEmpty else { return }
    removeOrphans { orphans, writer throws(StoreError) in try orphans.remove(at: homes, writer) }
  }

  /// Removes those of them that wait in an inbox, to be filed anew.
  func removeOrphans(waitingIn inboxes: [String]) {
    guard let found = orphans, !found.isEmpty else { return }
    let waiting = found.findWaiting(in: inboxes)
    if waiting.isEmpty { return }
    removeOrphans { orphans, writer throws(StoreError) in
      try orphans.remove(where: waiting, writer)
    }
  }

  private func removeOrphans(
    _ body: (inout Orphans, StoreWriter) throws(StoreError) -> Void
  ) {
    guard var found = orphans else { return }
    try? store.write { writer in try body(&found, writer) }
    orphans = found
  }

  /// Before anything relies on what a program that died has left: makes it durable, and removes what has but a
  /// temporary name.
  func settle() throws(StoreError) {
    try store.synchronize()
    try archive.removeLeftovers()
    try quarantine.removeLeftovers()
    try removeSpareFolders()
  }

  /// Of items that were given back or judged again, by a program that died before it removed them.
  private func removeSpareFolders() throws(StoreError) {
    let found = try quarantine.items()
    guard !found.isEmpty else { return }
    let returned = try read { reader throws(StoreError) in
      try reader.quarantineItems([.retried]).filter { found.contains($0.uuid) }
    }
    unproven = try removeSpareFolders(of: returned)
  }

  /// What was given back is taken from its inbox again, and only then is its folder spare.
  private func removeSpareFolders(after filed: [Digest]) {
    let touched = unproven.filter { item in item.files.contains { filed.contains($0.sha256) } }
    guard !touched.isEmpty, let left = try? removeSpareFolders(of: touched) else { return }
    unproven.removeAll { item in touched.contains(item) && !left.contains(item) }
  }

  /// Answers those whose folders stay.
  private func removeSpareFolders(
    of items: [QuarantineItem]
  ) throws(StoreError) -> [QuarantineItem] {
    let kept = KeptContent(paths: store.paths)
    let left = try read { reader throws(StoreError) in
      var left: [QuarantineItem] = []
      for item in items {
        // A row alone is not enough to take what may be the last copy away.
        if try reader.isSpare(item), try kept.contains(item, reader) { continue }
        left.append(item)
      }
      return left
    }
    for item in items where !left.contains(item) { try quarantine.remove(item.uuid) }
    return left
  }

  /// Removes the files that a purge which was cut off has left; answers what is wrong with those that stay, which keeps
  /// nothing else back.
  func finishPurge() -> [String] {
    do {
      return try PurgedFiles(of: store).remove().map {
        "\($0.path) was purged and stays: \($0.error)"
      }
    } catch { return ["What was purged stays where it is: \(error)"] }
  }
}
