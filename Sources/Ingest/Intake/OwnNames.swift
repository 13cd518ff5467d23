import Linux
import Records
import Storage

/// The names of an inbox by what the store remembers of them: where an inbox drops places, that is the name without its
/// coordinates.
struct OwnNames {
  private var names: [FileName: [FileName]] = [:]

  init(of entries: [PathBytes]) {
    for entry in entries {
      let own = FileName(bytes: entry.bytes)
      let kept = PlaceRule.drop.name(own)
      if kept != own { names[kept, default: []].append(own) }
    }
  }

  /// With the names that the folder has for what is to be removed; as it is where the folder has none.
  func restored(
    in removal: PendingRemoval, _ folder: borrowing Descriptor
  ) throws(SystemError) -> PendingRemoval {
    guard !names.isEmpty else { return removal }
    var restored = removal
    if let own = try own(removal.privateName, removal, folder) {
      restored.privateName = own
      restored.name = InboxRemoval.publicName(of: PathBytes(own.bytes))
    }
    if let own = try own(removal.name, removal, folder) { restored.name = own }
    return restored
  }

  /// Two names may differ by their coordinates alone. A disk may have another number after a restart, its files not.
  private func own(
    _ kept: FileName, _ removal: PendingRemoval, _ folder: borrowing Descriptor
  ) throws(SystemError) -> FileName? {
    for name in names[kept] ?? [] {
      guard let found = try folder.statusIfThere(of: PathBytes(name.bytes))?.identity else {
        continue
      }
      if found.inode == removal.identity.inode, found.size == removal.identity.size,
        found.modified == removal.identity.modified
      {
        return name
      }
    }
    return nil
  }
}
