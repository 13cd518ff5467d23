import Records
import Storage

extension Organizer {
  private static let withoutRecording: Set<QuarantineCode> = [
    .notAudio, .noFrames, .badParameters, .tooLong, .decoderCrashed, .decoderTimeout,
    .decoderMemory, .unfinished,
  ]

  /// Takes what was set aside as it is: a duplicate for what it duplicates, whose recording it mends where that is damaged, and where `givingUpRecording` is said, a
  /// sidecar's money for a record without its recording. All of the items, or none; their files stay where they are.
  /// Answers the record that each item led to.
  public func accept(
    _ items: [QuarantineItem], givingUpRecording: Bool, dryRun: Bool = false
  ) throws -> [QuickRecord] {
    try changing(.accept, dryRun) { writer in
      try items.map { item in
        guard item.state == .held else { throw StoreError.refused(.notHeld(item.id)) }
        let id = try accept(item, givingUpRecording, writer)
        try mend(try writer.existing(id), by: item, dryRun: dryRun)
        try writer.setState(item.id, to: .accepted, naming: id)
        return try writer.existing(id)
      }
    }
  }

  private func accept(
    _ item: QuarantineItem, _ givingUpRecording: Bool, _ writer: StoreWriter
  ) throws -> RecordID {
    if Organizer.withoutRecording.contains(item.code) {
      return try acceptSidecarAlone(item, givingUpRecording, writer)
    }
    guard !givingUpRecording, let id = item.record else {
      throw CureRefusal(.otherCure(verb: "accept"), item)
    }
    switch item.code {
    case .duplicate: break
    case .duplicateConflict: try acceptConflict(item, id, writer)
    case .duplicateDeleted: try acceptDeleted(item, id, writer)
    default: throw CureRefusal(.otherCure(verb: "accept"), item)
    }
    return id
  }

  private func acceptSidecarAlone(
    _ item: QuarantineItem, _ givingUpRecording: Bool, _ writer: StoreWriter
  ) throws -> RecordID {
    guard let sidecar = try sidecars(of: item).first(where: { $0.sidecar != nil }) else {
      throw CureRefusal(.noReadableSidecar, item)
    }
    guard givingUpRecording else { throw CureRefusal(.givesUpRecording, item) }
    let recording = item.files.first { $0.role == .recording }
    var record = try recordWithoutAudio(
      item, sidecar, named: recording ?? sidecar.file, FieldChanges(), writer)
    if recording != nil { record.review.append(item.noteOfLostRecording) }
    return try writer.insert(record)
  }

  private func acceptConflict(
    _ item: QuarantineItem, _ id: RecordID, _ writer: StoreWriter
  ) throws {
    guard let sidecar = try sidecars(of: item).first(where: { $0.sidecar != nil }) else {
      throw CureRefusal(.noReadableSidecar, item)
    }
    let record = try writer.existing(id)
    if let transaction = record.transactions.first {
      throw CureRefusal(.organized(id, as: transaction), item)
    }
    // Refused by the store where the record has been deleted since.
    try revise(record, by: sidecar, FieldChanges(), writer)
  }

  /// Restores the record. A sidecar that it has not had yet changes it too, unless it is organised.
  private func acceptDeleted(
    _ item: QuarantineItem, _ id: RecordID, _ writer: StoreWriter
  ) throws {
    try writer.restore(id)
    let record = try writer.existing(id)
    let applied = try writer.sidecarDigests(of: id)
    guard !record.organized,
      let sidecar = try sidecars(of: item).first(where: { $0.sidecar != nil }),
      !applied.contains(sidecar.content.sha256)
    else { return }
    try revise(record, by: sidecar, FieldChanges(), writer)
  }
}

extension QuarantineItem {
  /// Why a record of the sidecar alone has no recording.
  fileprivate var noteOfLostRecording: ReviewNote {
    ReviewNote(
      field: .audio, code: .valueUnclear,
      message:
        "The recording is not kept with this record. It stays in the store, as 'mm-organize quarantine show \(id)' says. \(message)",
      text: nil)
  }
}
