import Records
import Storage

/// Which record a sidecar without a recording belongs to (`inbox.md`, "Waiting for the other half").
struct LateSidecarRules {
  let reader: StoreReader
  let now: Instant

  /// `beside`: what came of the recording that it lies beside, in an inbox in which files stay.
  func decide(
    _ taken: TakenSidecar, inbox: String, beside: RecordID?
  ) throws(StoreError) -> Decision {
    guard let sidecar = taken.sidecar else { return .keepWaiting }
    let byDigest = try record(of: sidecar.sha256)
    let byID = try record(of: sidecar.writerID)
    // The recording beside it says more than the name that one once had.
    let byName =
      if let beside { try record(ledTo: beside) } else { try latestRecord(named: taken, inbox) }

    // 1. Applied before, to any record that it names.
    for named in [byDigest, byID, byName?.record].compactMap({ $0 })
    where try taken.isAmong(reader.sidecarDigests(of: named.id)) {
      return .end(.removeSidecar(named.id))
    }
    // 2. The record that a key names, else the last one of its name.
    if let byDigest, let byID, byDigest.id != byID.id {
      return late("Its sha256 names \(byDigest.id), and its id names \(byID.id).", byDigest.id)
    }
    if let named = byDigest ?? byID {
      return revision(of: named, matchedByNameAlone: false)
    }
    if let byName, beside != nil {
      return isForAnother(sidecar, than: byName.record)
        ? .keepWaiting : revision(of: byName.record, matchedByNameAlone: true)
    }
    if let byName, !byName.hadSidecar, !isForAnother(sidecar, than: byName.record),
      now.duration(since: byName.record.createdAt) < LateSidecarRules.longest,
      try isTheOnlyOne(byName.record, taken, inbox)
    {
      return revision(of: byName.record, matchedByNameAlone: true)
    }
    if let beside, beside.kind == .quarantine {
      return try besideSetAside(beside, taken, sidecar)
    }
    // 3. The recording of its name that was set aside.
    let held = try reader.heldQuarantine(inbox: inbox, sidecars: [taken.name, taken.file.name])
    for item in held.reversed() {
      let files = item.files
      if !files.contains(where: { $0.role == .sidecar }),
        files.contains(where: {
          $0.role == .recording && taken.isNamed(after: $0.name)
            && sidecar.sha256 ?? $0.sha256 == $0.sha256
        })
      {
        return .end(.join(item.id))
      }
    }
    return .keepWaiting
  }

  /// The quick record that a recording led to, by way of the quarantine or not.
  private func record(
    ledTo end: RecordID
  ) throws(StoreError) -> (record: QuickRecord, hadSidecar: Bool)? {
    guard end.kind == .quarantine else { return try reader.quickRecord(end).map { ($0, true) } }
    guard let item = try reader.quarantineItem(end), item.state != .held, let id = item.record
    else { return nil }
    return try reader.quickRecord(id).map { ($0, true) }
  }

  /// A recording that is set aside takes the sidecar that it lacks; beside another one than it had, it is judged again.
  private func besideSetAside(
    _ id: RecordID, _ taken: TakenSidecar, _ sidecar: Sidecar
  ) throws(StoreError) -> Decision {
    guard let item = try reader.quarantineItem(id), item.state == .held else { return .keepWaiting }
    let recordings = item.files.filter { $0.role == .recording }
    if let named = sidecar.sha256, !recordings.contains(where: { $0.sha256 == named }) {
      return .keepWaiting
    }
    return recordings.count == item.files.count && recordings.count == 1
      ? .end(.join(id)) : .judgeAgain(id)
  }

  private static let longest = Duration.seconds(86_400)

  /// By its name as it is kept now, or as it was when the inbox had another rule for places.
  private func latestRecord(
    named taken: TakenSidecar, _ inbox: String
  ) throws(StoreError) -> (record: QuickRecord, hadSidecar: Bool)? {
    let kept = try reader.latestQuickRecord(inbox: inbox, sidecar: taken.name)
    guard taken.name != taken.file.name else { return kept }
    let whole = try reader.latestQuickRecord(inbox: inbox, sidecar: taken.file.name)
    guard let kept, let whole else { return kept ?? whole }
    return kept.record.id > whole.record.id ? kept : whole
  }

  /// Names without their coordinates may be those of several memos, and nothing says which is meant.
  private func isTheOnlyOne(
    _ record: QuickRecord, _ taken: TakenSidecar, _ inbox: String
  ) throws(StoreError) -> Bool {
    guard taken.name != taken.file.name, let name = record.sourceName else { return true }
    let since = now.advanced(by: .zero - LateSidecarRules.longest)
    return try reader.quickRecordsWithoutSidecar(inbox: inbox, name: name, since: since) == 1
  }

  /// Recorders reuse names: a sidecar whose keys name another memo than the record of its name waits for that.
  private func isForAnother(_ sidecar: Sidecar, than record: QuickRecord) -> Bool {
    if let digest = sidecar.sha256, digest != record.audio?.sha256 { return true }
    if let id = sidecar.writerID, let known = record.writerID, id != known { return true }
    return false
  }

  private func record(of digest: Digest?) throws(StoreError) -> QuickRecord? {
    guard let digest else { return nil }
    if let live = try reader.liveQuickRecord(digest: digest) { return live }
    return try reader.deletedQuickRecord(digest: digest)
  }

  private func record(of writerID: String?) throws(StoreError) -> QuickRecord? {
    guard let writerID else { return nil }
    return try reader.quickRecord(writerID: writerID)
  }

  private func revision(of record: QuickRecord, matchedByNameAlone: Bool) -> Decision {
    if record.deleted { return late("\(record.id) has been deleted.", record.id) }
    if let transaction = record.transactions.first {
      return late("\(record.id) is organised as \(transaction) already.", record.id)
    }
    return .end(
      .revise(record.id, thenSetAside: false, matchedByNameAlone: matchedByNameAlone))
  }

  private func late(_ message: String, _ record: RecordID) -> Decision {
    .end(.setAside(.sidecarLate, message: message, record: record))
  }
}

extension TakenSidecar {
  fileprivate func isNamed(after recording: FileName) -> Bool {
    name.isSidecar(of: recording) || file.name.isSidecar(of: recording)
  }
}
