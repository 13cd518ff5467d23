import InboxWatch
import Linux
import Records
import Storage
import Synchronization

/// What judging found of a memo by itself, before the store says what it knows already.
enum Verdict: Hashable, Sendable {
  /// A recording that was decoded, with its sidecar if it has one.
  case recordable(AudioReport)
  /// The memo's own fault.
  case setAside(QuarantineCode, message: String)
  /// A still sidecar without a recording.
  case loneSidecar
  /// Files of it were taken before, and are in the inbox still.
  case known([KnownFile])
  /// Another name for what was taken before, and stays: nothing is copied.
  case keptTwin([KeptInboxFile], of: RecordID)
  /// A sidecar byte-equal to one that its recordings have already (`inbox.md`, "Pairs", rule 3).
  case redundantSidecar
}

/// A recording of the inbox, copied and hashed. The draft is passed from the worker that made it to the one who
/// files it.
final class TakenRecording: Sendable {
  /// In the inbox.
  let file: InboxFile
  /// As the store may know it.
  let name: FileName
  let sha256: Digest
  let draft: Mutex<ArchiveDraft>

  init(file: InboxFile, name: FileName, sha256: Digest, draft: consuming ArchiveDraft) {
    self.file = file
    self.name = name
    self.sha256 = sha256
    self.draft = Mutex(draft)
  }
}

/// A sidecar of the inbox, read whole.
struct TakenSidecar: Sendable {
  /// In the inbox.
  let file: InboxFile
  /// As the store may know it.
  let name: FileName
  /// As the store may know it.
  let content: SidecarContent
  /// Of the bytes in the inbox.
  let sha256: Digest
  /// Nil where the bytes are no readable sidecar.
  let sidecar: Sidecar?

  /// Whether it is one of these: also one that was kept when its inbox had another rule for places.
  func isAmong(_ applied: [Digest]) -> Bool {
    applied.contains(content.sha256) || applied.contains(sha256)
  }
}

/// One memo, taken and judged: usually a recording with or without a sidecar.
struct ExaminedMemo: Sendable {
  let memo: ReadyMemo
  let recordings: [TakenRecording]
  let sidecars: [TakenSidecar]
  let verdict: Verdict
  /// The rule of its inbox.
  let places: PlaceRule
  /// When the watcher handed it out.
  let since: ContinuousClock.Instant
  /// Before its files were read.
  let read: Instant
  /// Names it as being tried until nobody has it in hand any more.
  var mark: InHandMark?
  var remembered = Remembered()

  /// The inbox folder.
  var inbox: String { memo.folder.path }

  /// Of all its files.
  var digests: [Digest] { recordings.map(\.sha256) + sidecars.map(\.content.sha256) }

  /// Its files as they are remembered where they stay; `record` came of them.
  func keptFiles(_ record: RecordID?) -> [KeptInboxFile] {
    if case .keptTwin(let files, _) = verdict { return files }
    func kept(_ file: InboxFile, _ sha256: Digest) -> KeptInboxFile {
      KeptInboxFile(
        inbox: inbox, name: places.name(file.name), sha256: sha256, identity: file.identity,
        record: record)
    }
    return recordings.map { kept($0.file, $0.sha256) }
      + sidecars.map { kept($0.file, $0.content.sha256) }
  }

  /// What the log calls it.
  var name: FileName { places.name(memo.name) }

  /// What it counts as (invariant 6): sidecars that were too many count alone, without the pairs that stay.
  var members: [MemoOffer.Member] {
    guard verdict == .redundantSidecar else { return memo.members }
    return memo.members.filter { $0.recording == nil }
  }
}
