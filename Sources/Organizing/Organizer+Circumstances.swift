import Records
import Storage

extension Organizer {
  /// What has become of an item since it was set aside. `isSound` judges a recording at which nobody looked then; it is
  /// asked where the cure depends on it.
  public func circumstances(
    of item: QuarantineItem, isSound: (QuarantineItem.File) -> Bool
  ) throws -> CureCircumstances {
    var found = CureCircumstances()
    // What cannot be read at all is no sidecar that could be taken.
    let sidecars = (try? sidecars(of: item)) ?? []
    found.unreadable = Set(
      item.files.filter { file in
        file.role == .sidecar && !sidecars.contains { $0.file == file && $0.sidecar != nil }
      }.map(\.name))
    let recordings = item.files.filter { $0.role == .recording }
    try store.read { reader in
      if let record = try item.record.flatMap(reader.quickRecord) {
        found.record = try state(of: record, reader)
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
      found.hasBrokenRecording = !recordings.allSatisfy(isSound)
    }
    return found
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
