import Records
import Storage

extension Organizer {
  /// Which recordings `fix` needs judged, and what it would make of them; nothing is changed.
  public func plan(
    _ item: QuarantineItem, recording: String?, sidecar: String?, _ changes: FieldChanges
  ) throws -> QuarantineFix {
    guard item.state == .held else { throw StoreError.refused(.notHeld(item.id)) }
    return try QuarantineFix(
      of: item, sidecars: sidecars(of: item), recording: recording, sidecar: sidecar, changes)
  }

  /// Records the recordings of something set aside with the corrected sidecar: one transaction, and the bytes of each
  /// recording as they are. What was set aside stays in the quarantine as it was.
  ///
  /// `judged` are the recordings of the plan in its order. The records that came of it, the corrected one first.
  public func fix(
    _ plan: QuarantineFix, _ judged: [JudgedFile], dryRun: Bool = false
  ) throws -> [QuickRecord] {
    do {
      return try rollingBack(if: dryRun) { writer in
        try writer.operation(.fix, by: .organize, at: now) {
          var ids: [RecordID] = []
          // One after the other, so that each is seen by the next: two may be one recording, or bear one identifier.
          for (part, judged) in zip(plan.parts, judged) {
            let new = try newRecord(
              of: part, judged, plan, isFirst: ids.isEmpty, writer, dryRun)
            if let new { ids.append(try writer.insert(new)) }
          }
          if plan.parts.isEmpty { ids = [try recordSidecar(of: plan, writer)] }
          try writer.setState(plan.item.id, to: .fixed, naming: ids.first)
          return try ids.map { try writer.existing($0) }
        }
      }
    } catch {
      // A COMMIT that failed may yet come to life after a crash, and would then name these files.
      if !store.mayYetCommit { for recording in judged { recording.file.withdraw() } }
      throw error
    }
  }

  /// Nil for one of the others that is a record already, or was one.
  private func newRecord(
    of part: QuarantineFix.Part, _ judged: JudgedFile, _ plan: QuarantineFix, isFirst: Bool,
    _ writer: StoreWriter, _ dryRun: Bool
  ) throws -> NewQuickRecord? {
    guard judged.file.sha256 == part.recording.sha256 else {
      throw CureRefusal(.damaged(part.recording.name), plan.item)
    }
    if let twin = try writer.liveQuickRecord(digest: part.recording.sha256) {
      if isFirst { throw StoreError.refused(.recorded(as: twin.id)) }
      return nil
    }
    if let deleted = try deletedTwin(of: judged, writer) {
      if isFirst { throw AdditionRefusal.deletedTwin(deleted) }
      return nil
    }
    let name = rules.places[plan.item.inbox].name(part.recording.name)
    var capture = try withFreeIdentifier(
      Capture(
        sidecar: part.sidecar?.sidecar, report: judged.report, name: name,
        modified: judged.file.modified, zone: rules.zone, now: now), writer)
    var content = part.sidecar?.content
    if isFirst {
      capture = try corrected(capture, plan.changes)
      content = SidecarContent(correcting: capture, of: part.recording.sha256)
    }
    return NewQuickRecord(
      uuid: UUID(milliseconds: now.milliseconds), fields: capture.fields,
      sources: capture.sources, review: capture.review,
      recording: try place(judged, dryRun: dryRun), sidecar: content, inbox: plan.item.inbox,
      sourceName: name, writerID: capture.writerID, createdAt: now)
  }

  /// A sidecar alone changes the record that it came too late for, else becomes a record without a recording.
  private func recordSidecar(of plan: QuarantineFix, _ writer: StoreWriter) throws -> RecordID {
    if let target = try target(of: plan.item, writer) {
      if let transaction = target.transactions.first {
        throw CureRefusal(.organized(target.id, as: transaction), plan.item)
      }
      if target.deleted { try writer.restore(target.id) }
      try revise(target, by: plan.sidecar, plan.changes, writer)
      return target.id
    }
    guard let file = plan.item.files.first else { throw CureRefusal(.nothingGiven, plan.item) }
    return try writer.insert(
      try recordWithoutAudio(plan.item, plan.sidecar, named: file, plan.changes, writer))
  }

  /// The record that the item names, else the open one whose recording came under the sidecar's name without one.
  private func target(
    of item: QuarantineItem, _ reader: StoreReader
  ) throws(StoreError) -> QuickRecord? {
    if let id = item.record { return try reader.quickRecord(id) }
    guard let name = item.files.first?.name,
      let found = try reader.latestQuickRecord(inbox: item.inbox, sidecar: name),
      !found.hadSidecar, !found.record.deleted, !found.record.organized
    else { return nil }
    return found.record
  }

  /// The money of an item whose recording is not kept.
  func recordWithoutAudio(
    _ item: QuarantineItem, _ sidecar: QuarantinedSidecar?, named file: QuarantineItem.File,
    _ changes: FieldChanges, _ reader: StoreReader
  ) throws -> NewQuickRecord {
    let modified = try QuarantineFolder(of: store).modified(file)
    let name = rules.places[item.inbox].name(file.name)
    var capture = try withFreeIdentifier(
      Capture(
        sidecar: sidecar?.sidecar, report: nil, name: name, modified: modified,
        zone: rules.zone, now: now),
      reader)
    capture = try corrected(capture, changes)
    let isAsSent = changes == FieldChanges()
    return NewQuickRecord(
      uuid: UUID(milliseconds: now.milliseconds), fields: capture.fields,
      sources: capture.sources, review: capture.review,
      sidecar: isAsSent ? sidecar?.content : SidecarContent(correcting: capture, of: nil),
      inbox: item.inbox, sourceName: name, writerID: capture.writerID, createdAt: now)
  }
}

extension StoreReader {
  /// A record that is known to be there.
  func existing(_ id: RecordID) throws(StoreError) -> QuickRecord {
    guard let record = try quickRecord(id) else { throw .refused(.noSuchRecord(id)) }
    return record
  }
}
