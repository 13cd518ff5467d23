import InboxWatch
import Linux
import Records
import Storage

/// A file of an inbox that was taken before, as it looks now.
struct KnownFile: Hashable, Sendable {
  /// In the inbox.
  let file: InboxFile
  /// In the store, with the identity that the file has now.
  let kept: KeptInboxFile
  /// Whether it is to leave the inbox, which may be emptied again: the store truly has its content.
  var leaves = false
}

/// What the store remembers of a memo that is not known, in an inbox in which files stay or once stayed.
struct Remembered: Sendable {
  /// Of a lone sidecar: what came of the recording that it lies beside.
  var beside: RecordID?
  /// The rows of its files that are to be judged once more, as they are: by an earlier rule for places a row has another
  /// name, or another digest, than its file would have now.
  var recalled: [KeptInboxFile] = []
}

/// Tells in an inbox that is not emptied what was taken already, by content: touched, synced anew, renamed. Files are
/// read for it, and nothing is copied or decoded.
struct Recognition {
  let files: KeptFiles
  let intake: Intake
  /// Files stay: a known content under another name is one more memo. Where they do not any more, it is judged like any
  /// other, and what is known leaves.
  let stays: Bool

  enum Answer {
    /// At least one file; the others are to be looked at again without these.
    case known([KnownFile])
    case twin([KeptInboxFile], of: RecordID, Remembered)
    case new(Remembered)
  }

  private struct Read {
    let file: InboxFile
    /// As the store may know it by the rule for places that its inbox has; of a sidecar by the other rule too.
    let digests: [Digest]
    var kept: KeptInboxFile?
    var recalled: [KeptInboxFile] = []
  }

  private var inbox: String { intake.folder.path }

  func recognize(_ offer: MemoOffer) throws(IntakeRefusal) -> Answer {
    var read: [Read] = []
    for file in offer.files { read.append(try self.read(file)) }
    let all = read
    do throws(StoreError) {
      let answer: Answer = try files.read { reader throws(StoreError) in
        try self.answer(offer, all, reader)
      }
      guard !stays, case .known(var known) = answer else { return answer }
      for index in known.indices {
        known[index].leaves = try files.hold(known[index].kept.sha256)
      }
      return .known(known)
    } catch { throw .unstored(error) }
  }

  private func answer(
    _ offer: MemoOffer, _ read: [Read], _ reader: StoreReader
  ) throws(StoreError) -> Answer {
    var read = read
    for index in read.indices {
      read[index].recalled = try recalled(read[index], reader)
      // What is to be judged once more is not known, though another of its names were.
      if read[index].recalled.isEmpty { read[index].kept = try kept(read[index], reader) }
    }
    let beside = try beside(offer, reader)
    let recordings = read.filter { !$0.file.name.isSidecarName }
    let ends = recordings.isEmpty ? beside.map { [$0] } : recordings.map { $0.kept?.record }
    var known: [KnownFile] = []
    for one in read {
      guard let kept = one.kept else { continue }
      if one.file.name.isSidecarName,
        try !isKnownSidecar(one, kept, beside: recordings, among: ends, reader)
      {
        continue
      }
      known.append(KnownFile(file: one.file, kept: looking(like: one.file, kept)))
    }
    if !known.isEmpty { return .known(known) }
    let remembered = Remembered(beside: beside, recalled: read.flatMap(\.recalled))
    // An empty file is about to be written, and is not what another was that stayed empty.
    if stays, case .recording(let recording, _) = offer.content, recording.identity.size > 0,
      let digest = recordings.first?.digests.first,
      let record = try reader.keptTwin(
        inbox: inbox, recording: digest,
        sidecar: read.first { $0.file.name.isSidecarName }?.digests ?? [])
    {
      return .twin(
        read.compactMap { one in
          one.digests.first.map {
            KeptInboxFile(
              inbox: inbox, name: intake.places.name(one.file.name), sha256: $0,
              identity: one.file.identity, record: record)
          }
        }, of: record, remembered)
    }
    return .new(remembered)
  }

  /// A sidecar's bytes may be those of many memos, and recorders reuse names: beside a recording that led elsewhere
  /// than it did, one that was written anew is not known. `ends` is nil where there is no recording.
  private func isKnownSidecar(
    _ sidecar: Read, _ kept: KeptInboxFile, beside recordings: [Read], among ends: [RecordID?]?,
    _ reader: StoreReader
  ) throws(StoreError) -> Bool {
    guard let ends, let record = kept.record,
      kept.identity.modified != sidecar.file.identity.modified
    else { return true }
    if ends.contains(record) { return true }
    if recordings.isEmpty, try isSpare(sidecar, kept, beside: ends, reader) { return true }
    guard record.kind == .quarantine else { return false }
    // It came too late for the record that its item names, or was no sidecar at all.
    guard let named = try reader.quarantineItem(record)?.record else { return true }
    return ends.contains(named)
  }

  /// Whether a sidecar says nothing about the recording beside it, which was taken without it: it was touched and not
  /// written anew, or that recording has its amount, or its sidecar.
  private func isSpare(
    _ sidecar: Read, _ kept: KeptInboxFile, beside ends: [RecordID?], _ reader: StoreReader
  ) throws(StoreError) -> Bool {
    if kept.identity.inode == sidecar.file.identity.inode { return true }
    for case let end? in ends where end.kind == .quickRecord {
      guard let record = try reader.quickRecord(end) else { continue }
      if record.fields.amount != nil { return true }
      if try !reader.sidecarDigests(of: end).isEmpty { return true }
    }
    return false
  }

  private func looking(like file: InboxFile, _ kept: KeptInboxFile) -> KeptInboxFile {
    var kept = kept
    kept.identity = file.identity
    return kept
  }

  private func kept(_ one: Read, _ reader: StoreReader) throws(StoreError) -> KeptInboxFile? {
    try reader.keptInboxFile(
      inbox: inbox, names: files.storedNames(of: one.file.name, in: inbox),
      contents: one.digests)
  }

  /// Every row under a name and with a digest that the store may have of a file.
  private func recalled(_ one: Read, _ reader: StoreReader) throws(StoreError) -> [KeptInboxFile] {
    var rows: [KeptInboxFile] = []
    for name in files.storedNames(of: one.file.name, in: inbox) {
      for digest in one.digests {
        let row = try reader.keptFileToJudge(inbox: inbox, name: name, sha256: digest)
        if let row { rows.append(row) }
      }
    }
    return rows
  }

  private func read(_ file: InboxFile) throws(IntakeRefusal) -> Read {
    guard file.name.isSidecarName else {
      return Read(file: file, digests: [try intake.digest(of: file)])
    }
    let taken = try intake.read(file).taken
    var digests = [taken.content.sha256]
    // As it came, and as it was kept when the rule for places was the other.
    for other in [taken.sha256, taken.content.kept(by: .drop).sha256]
    where !digests.contains(other) {
      digests.append(other)
    }
    return Read(file: file, digests: digests)
  }

  /// What came of the recording that a lone sidecar fits, where that was taken and lies in the folder as it was then. Of
  /// several the one of its full name counts, else the one that it was taken with last, else none.
  private func beside(
    _ offer: MemoOffer, _ reader: StoreReader
  ) throws(StoreError) -> RecordID? {
    guard case .loneSidecar(let sidecar) = offer.content else { return nil }
    if let base = sidecar.name.sidecarBase, let record = try record(of: base, reader) {
      return record
    }
    var found: Set<RecordID> = []
    for stored in files.storedNames(of: sidecar.name, in: inbox) {
      for name in try reader.keptRecordingNames(inbox: inbox, sidecar: stored) {
        if let record = try record(of: name, reader) { found.insert(record) }
      }
    }
    guard found.count > 1 else { return found.first }
    return try reader.keptRecords(inbox: inbox, name: intake.places.name(sidecar.name))
      .first(where: found.contains)
  }

  /// What came of the recording that has a name now, if it was taken.
  private func record(
    of name: FileName, _ reader: StoreReader
  ) throws(StoreError) -> RecordID? {
    guard let status = try? intake.folder.descriptor.status(of: PathBytes(name.bytes)),
      status.kind == .regular
    else { return nil }
    let facts = EntryFacts(name: name, status: status)
    if let known = try files.look(at: facts, in: intake.folder, reader) { return known.record }
    let file = facts.file
    guard let digest = try? intake.digest(of: file) else { return nil }
    return try kept(Read(file: file, digests: [digest]), reader)?.record
  }
}
