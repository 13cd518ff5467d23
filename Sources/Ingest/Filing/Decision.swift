import Records
import Storage

/// What becomes of one memo, given what the store holds (`inbox.md`, "Ends").
enum Decision: Hashable, Sendable {
  case end(MemoEnd)
  /// A sidecar that was put right, beside a recording that was set aside with the wrong one: they are judged again.
  case judgeAgain(RecordID)
  /// A sidecar that fits nothing yet.
  case keepWaiting
}

/// How a memo ends.
enum MemoEnd: Hashable, Sendable {
  case record(AudioReport)
  case setAside(QuarantineCode, message: String, record: RecordID?)
  /// A plain duplicate that is not set aside.
  case discard(of: RecordID)
  /// The same in an inbox in which files stay: another name for what is there already.
  case countTwin(of: RecordID)
  /// A duplicate of a record whose own recording was gone or damaged, and is whole again by this one.
  case mend(RecordID)
  /// A duplicate whose sidecar the record has been waiting for.
  case revise(RecordID, thenSetAside: Bool, matchedByNameAlone: Bool)
  /// A sidecar for a recording that was set aside.
  case join(RecordID)
  /// A sidecar that has been applied already.
  case removeSidecar(RecordID?)

  var operation: OperationKind {
    switch self {
    case .record: .capture
    case .revise: .revise
    case .setAside, .discard, .mend, .countTwin, .join, .removeSidecar: .setAside
    }
  }
}

/// Decides, inside the transaction that carries it out, so that two copies of one recording cannot both pass.
struct DecisionRules {
  let reader: StoreReader
  let discardsDuplicates: Bool
  /// Files stay in the inbox: what is a record already is counted, and not copied.
  let keepsFiles: Bool
  let now: Instant

  func decide(_ memo: ExaminedMemo) throws(StoreError) -> Decision {
    if let twin = try twinInGroup(of: memo) { return .end(.countTwin(of: twin)) }
    switch memo.verdict {
    case .known: return .keepWaiting
    case .keptTwin(_, let record): return .end(.countTwin(of: record))
    case .setAside(let code, let message):
      return .end(.setAside(code, message: message, record: nil))
    case .redundantSidecar: return .end(.removeSidecar(nil))
    case .loneSidecar:
      guard let sidecar = memo.sidecars.first else { return .keepWaiting }
      return try LateSidecarRules(reader: reader, now: now).decide(
        sidecar, inbox: memo.inbox, beside: memo.remembered.beside)
    case .recordable(let report):
      guard let recording = memo.recordings.first else { return .keepWaiting }
      return .end(try decide(recording, memo.sidecars.first, report))
    }
  }

  /// Two names of one content may have come at once, so that neither was known when it was looked at.
  private func twinInGroup(of memo: ExaminedMemo) throws(StoreError) -> RecordID? {
    guard keepsFiles, case .recording(let file, _) = memo.memo.content, file.identity.size > 0,
      let recording = memo.recordings.first
    else { return nil }
    return try reader.keptTwin(
      inbox: memo.inbox, recording: recording.sha256,
      sidecar: memo.sidecars.flatMap { [$0.content.sha256, $0.sha256] })
  }

  private func decide(
    _ recording: TakenRecording, _ sidecar: TakenSidecar?, _ report: AudioReport
  ) throws(StoreError) -> MemoEnd {
    if let wanted = sidecar?.sidecar?.sha256, wanted != recording.sha256 {
      return .setAside(
        .digestMismatch,
        message:
          "The sidecar names the recording \(wanted), and this one is \(recording.sha256).",
        record: nil)
    }
    if let twin = try reader.liveQuickRecord(digest: recording.sha256) {
      return try decideDuplicate(of: twin, sidecar)
    }
    if let deleted = try reader.deletedQuickRecord(digest: recording.sha256) {
      return .setAside(
        .duplicateDeleted,
        message: "The same recording was \(deleted.id) once, which has been deleted.",
        record: deleted.id)
    }
    return .record(report)
  }

  private func decideDuplicate(
    of twin: QuickRecord, _ sidecar: TakenSidecar?
  ) throws(StoreError) -> MemoEnd {
    let applied = try reader.sidecarDigests(of: twin.id)
    if let sidecar, !sidecar.isAmong(applied) {
      if applied.isEmpty && !twin.organized {
        return .revise(twin.id, thenSetAside: !keepsFiles, matchedByNameAlone: false)
      }
      return .setAside(
        .duplicateConflict,
        message: "The same recording is \(twin.id) already, with a different sidecar.",
        record: twin.id)
    }
    if discardsDuplicates || keepsFiles { return .discard(of: twin.id) }
    return .setAside(
      .duplicate, message: "The same recording is \(twin.id) already.", record: twin.id)
  }
}
