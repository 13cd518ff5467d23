import InboxWatch
import Linux
import Records
import Storage

/// Files one memo inside a transaction: decides, places its files, and writes its rows.
struct Filing {
  let writer: StoreWriter
  let archive: AudioArchive
  let quarantine: QuarantineFolder
  let zone: TimeZoneRules
  let discardsDuplicates: Bool
  /// Files stay in the inbox.
  let keepsFiles: Bool
  let seen: SeenContents
  let now: Instant

  func file(_ memo: ExaminedMemo, _ placement: Placement) throws -> Filed {
    if case .known(let files) = memo.verdict { return try fileKnown(files, memo) }
    let decision = try DecisionRules(
      reader: writer, discardsDuplicates: discardsDuplicates, keepsFiles: keepsFiles, now: now
    ).decide(memo)
    switch decision {
    case .end(let end): return try file(memo, end, placement)
    case .keepWaiting: break
    case .judgeAgain(let item):
      for file in try writer.keptInboxFiles(of: item) where file.role == .recording {
        try writer.judgeAgain(file)
      }
    }
    return .waitsForRecording
  }

  private func file(
    _ memo: ExaminedMemo, _ decided: MemoEnd, _ placement: Placement
  ) throws -> Filed {
    let memoEnd = try Mending(
      reader: writer, archive: archive, keepsFiles: keepsFiles, seen: seen
    ).mend(decided, memo, placement)
    let items = Set(
      try memo.remembered.recalled.compactMap { file throws(StoreError) in
        try writer.itemToRetry(by: file)
      })
    let filed = try writer.operation(memoEnd.operation, by: .ingest, at: now) {
      Filed.ended(try carryOut(memoEnd, memo, placement))
    }
    for item in items { try endRetry(of: item) }
    placement.spare = try spareFolders(memo.remembered.recalled)
    return filed
  }

  /// Of the items for whose sake these files were judged once more. What they hold besides, such as a sidecar that has
  /// been put right since, nobody else may have: then the folder stays.
  private func spareFolders(_ recalled: [KeptInboxFile]) throws(StoreError) -> [UUID] {
    var folders: [UUID] = []
    for id in Set(recalled.compactMap(\.record)) {
      guard let item = try writer.quarantineItem(id),
        try writer.isSpare(item, besides: recalled.map(\.sha256))
      else { continue }
      folders.append(item.uuid)
    }
    return folders
  }

  /// A purge may have taken away meanwhile what the store had.
  private func fileKnown(
    _ files: [KnownFile], _ memo: ExaminedMemo
  ) throws(StoreError) -> Filed {
    var removals: [StoredRemoval] = []
    for known in files {
      let digest = known.kept.sha256
      let isHeld = try writer.holdsSidecar(digest) ? true : !writer.paths(of: digest).isEmpty
      guard known.leaves, isHeld else {
        try writer.refresh(known.kept, at: memo.read)
        continue
      }
      removals.append(try addRemoval(of: known.file, digest, memo))
      try writer.stopKeeping(known.kept)
    }
    return .known(files.map(\.file), removals: removals)
  }

  /// The item stays on its list where this fails, and the memo has ended all the same.
  private func endRetry(of item: RecordID) throws {
    do {
      try writer.operation(.retry, by: .ingest, at: now) {
        try writer.setState(item, to: .retried)
      }
    } catch {
      guard writer.isInTransaction else { throw error }
    }
  }

  private func carryOut(
    _ memoEnd: MemoEnd, _ memo: ExaminedMemo, _ placement: Placement
  ) throws(StoreError) -> Filed.Ending {
    switch memoEnd {
    case .record(let report):
      return try record(memo, report, placement)
    case .setAside(let code, let said, let record):
      let message = memo.places.text(said)
      let id = try setAside(memo, memo.sidecars, code, message, record, placement)
      let isPlain = code == .duplicate
      return try end(
        memo, isPlain ? .duplicate : .quarantined, id,
        line:
          "\(isPlain ? "duplicate" : "quarantined") \(id) \(memo.name): \(code.rawValue). \(message)"
      )
    case .discard(let record):
      return try end(
        memo, .duplicate, record,
        line: "duplicate \(memo.name) of \(record)\(keepsFiles ? "" : ", removed")")
    case .mend(let record):
      return try end(
        memo, .duplicate, record,
        line:
          "mended the recording of \(record), which was damaged or gone, by its duplicate \(memo.name)\(keepsFiles ? "" : ", removed")"
      )
    case .countTwin(let record):
      return try end(memo, .duplicate, record, line: "duplicate \(memo.name) of \(record)")
    case .revise(let id, let thenSetAside, let byName):
      try revise(id, by: memo.sidecars.first, matchedByNameAlone: byName)
      if thenSetAside {
        _ = try setAside(
          memo, [], .duplicate, "The same recording is \(id) already.", id, placement)
      }
      return try end(memo, .revised, id, line: "revised \(id) by \(sidecarName(memo))")
    case .join(let id):
      try join(memo, id, placement)
      return try end(memo, .quarantined, id, line: "quarantined \(sidecarName(memo)) with \(id)")
    case .removeSidecar(let id):
      return try end(
        memo, .duplicate, id,
        line: "duplicate \(sidecarName(memo)), applied before\(keepsFiles ? "" : ", removed")")
    }
  }

  private func sidecarName(_ memo: ExaminedMemo) -> FileName {
    memo.sidecars.first?.name ?? memo.name
  }

  private func record(
    _ memo: ExaminedMemo, _ report: AudioReport, _ placement: Placement
  ) throws(StoreError) -> Filed.Ending {
    guard let taken = memo.recordings.first else { preconditionFailure("a record has a recording") }
    let sidecar = memo.sidecars.first
    var capture = Capture(
      sidecar: sidecar?.sidecar, report: report, name: taken.name,
      modified: Instant(nanoseconds: taken.file.identity.modified), zone: zone, now: now)
    if let id = capture.writerID, let other = try writer.quickRecord(writerID: id) {
      capture.refuseWriterID(bearer: other.id)
    }
    let audioID = taken.draft.withLock { $0.uuid }
    let path = try placement.archive(taken, extension: report.fileExtension)
    let id = try writer.insert(
      NewQuickRecord(
        uuid: UUID(milliseconds: now.milliseconds), fields: capture.fields,
        sources: capture.sources, review: capture.review,
        recording: NewRecording(
          uuid: audioID, sha256: taken.sha256, path: path, bytes: taken.file.identity.size,
          report: report),
        sidecar: sidecar?.content, inbox: memo.inbox, sourceName: taken.name,
        writerID: capture.writerID, createdAt: now))
    return try end(memo, .recorded, id, line: "recorded \(id) \(capture.line(memo.name, report))")
  }

  private func setAside(
    _ memo: ExaminedMemo, _ sidecars: [TakenSidecar], _ code: QuarantineCode, _ message: String,
    _ record: RecordID?, _ placement: Placement
  ) throws(StoreError) -> RecordID {
    try writer.insert(
      try placement.setAside(
        memo, sidecars: sidecars, code, message: message, record: record, in: quarantine, at: now))
  }

  private func revise(
    _ id: RecordID, by taken: TakenSidecar?, matchedByNameAlone: Bool
  ) throws(StoreError) {
    guard let taken, let sidecar = taken.sidecar, let record = try writer.quickRecord(id) else {
      preconditionFailure("a revision has a record and a readable sidecar")
    }
    var revision = SidecarRevision(
      of: record, by: sidecar, matchedByNameAlone: matchedByNameAlone)
    if let writerID = revision.writerID, writerID != record.writerID,
      let other = try writer.quickRecord(writerID: writerID)
    {
      revision.refuseWriterID(bearer: other.id)
    }
    try writer.revise(
      id,
      Revision(
        fields: revision.fields, sources: revision.sources, review: revision.review,
        writerID: revision.writerID, sidecar: taken.content), at: now)
  }

  private func join(
    _ memo: ExaminedMemo, _ id: RecordID, _ placement: Placement
  ) throws(StoreError) {
    guard let taken = memo.sidecars.first, let item = try writer.quarantineItem(id) else {
      preconditionFailure("a sidecar joins an item")
    }
    try writer.join(try placement.join(taken, to: item, in: quarantine), to: id)
  }

  /// Notes the outcome and, with it, the files that may now leave the inbox (invariant 3), or that stay and are not
  /// taken again.
  private func end(
    _ memo: ExaminedMemo, _ kind: Outcome.Kind, _ record: RecordID?, line: String
  ) throws(StoreError) -> Filed.Ending {
    for recording in memo.recordings { try writer.clearSuspect(recording.sha256) }
    // Judged by this, and under another name perhaps than it has now.
    for file in memo.remembered.recalled { try writer.stopKeeping(file) }
    for file in memo.keptFiles(record) {
      if keepsFiles { try writer.keep(file, at: memo.read) } else { try writer.stopKeeping(file) }
    }
    var removals: [StoredRemoval] = []
    if !keepsFiles {
      removals += try memo.recordings.map { recording throws(StoreError) in
        try addRemoval(of: recording.file, recording.sha256, memo)
      }
      removals += try memo.sidecars.map { sidecar throws(StoreError) in
        try addRemoval(of: sidecar.file, sidecar.content.sha256, memo)
      }
    }
    let waits = memo.memo.waits.map { $0.kept(by: memo.places) }
    for member in memo.members {
      try writer.note(
        Outcome(
          kind: kind, at: now, inbox: memo.inbox,
          recording: (member.recording?.name).map(memo.places.name),
          sidecar: (member.sidecar?.name).map(memo.places.name), record: record,
          recordingArrived: member.recording.flatMap { memo.memo.arrivals[$0.name] },
          sidecarArrived: member.sidecar.flatMap { memo.memo.arrivals[$0.name] }, waits: waits))
    }
    return Filed.Ending(kind: kind, record: record, removals: removals, line: line)
  }

  /// The digest is that of what the store keeps.
  private func addRemoval(
    of file: InboxFile, _ sha256: Digest, _ memo: ExaminedMemo
  ) throws(StoreError) -> StoredRemoval {
    let removal = PendingRemoval(
      inbox: memo.inbox, name: file.name,
      privateName: InboxRemoval.makePrivateName(
        UUID(milliseconds: now.milliseconds), for: file.name),
      identity: file.identity, sha256: sha256)
    return StoredRemoval(
      number: try writer.addPendingRemoval(removal.kept(by: memo.places)), removal: removal)
  }
}
