import Records
import Storage

extension Organizer {
  /// In open and organised quick records and in transactions, the deleted among them: whatever comes back later, by
  /// `restore` or `reopen`, has the new name.
  func rename(_ renaming: Renaming, _ writer: StoreWriter) throws -> BulkChange {
    let uses = renaming.subject == .tag ? try writer.tagUses() : try writer.placeUses()
    let names = NameSummary.summaries(of: uses, all: true)
    let keys = try Set(
      renaming.old.map { old throws(RenamingRefusal) in
        let key = Place.key(of: old)
        guard names.contains(where: { $0.key == key }) else {
          throw .noSuchName(renaming.subject, old)
        }
        return key
      })
    // One that is there keeps the spelling that it has, unless that alone is to change.
    let newKey = Place.key(of: renaming.new)
    let taken = keys.contains(newKey) ? nil : names.first { $0.key == newKey }
    if let taken, !renaming.merges { throw RenamingRefusal.taken(renaming.subject, taken.name) }
    let new = taken?.name ?? renaming.new
    let ids =
      renaming.subject == .tag
      ? try writer.records(withTags: keys) : try writer.records(withPlaces: keys)
    return BulkChange(
      try ids.map { id in
        let before = try writer.record(id)
        switch renaming.subject {
        case .tag:
          let tag = Tag(storedName: new, key: newKey)
          let old = before.fields.tags
          let own = old.first { $0 == tag && !keys.contains($0.key) } ?? tag
          let tags = old.map { keys.contains($0.key) ? own : $0 }.withoutRepeats
          if !before.hasTags(tags) { try writer.replaceTags(of: id, by: tags) }
        case .place:
          if before.fields.place?.name != new { try writer.renamePlace(of: id, to: new) }
        }
        return BulkChange.Item(before: before, after: [try writer.record(id)])
      })
  }
}

extension StoredRecord {
  fileprivate func hasTags(_ tags: [Tag]) -> Bool {
    fields.tags.elementsEqual(tags) {
      $0.key == $1.key && $0.name.utf8.elementsEqual($1.name.utf8)
    }
  }
}
