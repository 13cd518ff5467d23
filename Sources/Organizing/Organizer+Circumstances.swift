import Records
import Storage

extension Organizer {
  /// What has become of an item since it was set aside. `isBroken` judges a recording at which nobody looked then; it is
  /// asked where the cure depends on it, and not of what cannot be looked at now. Throws where a sidecar cannot be, of
  /// which nothing is known then.
  public func circumstances(
    of item: QuarantineItem, isBroken: (QuarantineItem.File) -> Bool
  ) throws -> CureCircumstances {
    var found = CureCircumstances()
    found.unreadable = Set(
      try sidecars(of: item).filter { $0.sidecar == nil }.map(\.file.name))
    let recordings = item.files.filter { $0.role == .recording }
    try store.read { reader in
      if let record = try item.record.flatMap(reader.quickRecord) {
        found.record = try state(of: record, reader)
        if item.code == .duplicate, let audio = record.audio { found.isDamaged = !isWhole(audio) }
      }
      guard QuarantineFix.codes.contains(item.code), recordings.count == 1 else { return }
      let digest = recordings[0].sha256
      if let live = try reader.liveQuickRecord(digest: digest) {
        found.recorded = .init(id: live.id, isDeleted: false)
      } else if let deleted = try reader.deletedQuickRecord(digest: digest) {
        found.recorded = .init(id: deleted.id, isDeleted: true)
      }
    }
    if QuarantineFix.codes.contains(item.code), found.recorded == nil {
      found.broken = Set(recordings.filter(isBroken).map(\.name))
    }
    if !found.broken.isEmpty {
      let sound = recordings.filter { !found.broken.contains($0.name) }
      found.sound = try sound.filter { try !isRecorded($0) }.map { file in
        .init(name: file.name, path: store.paths.absolute(file.path))
      }
    }
    return found
  }

  private func isRecorded(_ recording: QuarantineItem.File) throws -> Bool {
    try store.read { reader in
      if try reader.liveQuickRecord(digest: recording.sha256) != nil { return true }
      return try reader.deletedQuickRecord(digest: recording.sha256) != nil
    }
  }

  private func state(
    of record: QuickRecord, _ reader: StoreReader
  ) throws(StoreError) -> CureCircumstances.RecordState {
    if record.deleted {
      let digest = record.audio?.sha256
      let twin = try digest.flatMap { digest throws(StoreError) in
        try reader.liveQuickRecord(digest: digest)
      }
      return twin.map { .replaced(by: $0.id) } ?? .deleted
    }
    return record.transactions.first.map { .organized(as: $0) } ?? .open
  }
}
