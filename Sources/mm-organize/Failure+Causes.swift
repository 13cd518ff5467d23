import Auditing
import CommandLineTool
import Configuration
import Ingest
import Linux
import Organizing
import Playback
import Records
import Storage

extension Failure {
  init(_ error: UsageError) { self.init(.usage, "usage", error.description) }

  init(_ error: ConfigurationError) {
    self.init(.badConfiguration, "configuration", error.description)
  }

  init(_ error: StoreError) {
    switch error {
    case .notFound: self.init(.notFound, "no-store", error.description)
    case .replaced: self.init(.inputOutput, "replaced", error.description)
    case .foreign, .newer, .damaged, .bereft, .linked:
      self.init(.badData, "store", error.description)
    case .locked, .busy: self.init(.tryAgain, "busy", error.description)
    case .full: self.init(.cannotCreate, "full", error.description)
    case .unclosed: self.init(.noPermission, "unclosed", error.description)
    case .permission, .readOnly: self.init(.noPermission, "permission", error.description)
    case .network: self.init(.badConfiguration, "network", error.description)
    case .occupied: self.init(.cannotCreate, "occupied", error.description)
    case .exhausted: self.init(.tryAgain, "exhausted", error.description)
    case .io: self.init(.inputOutput, "io", error.description)
    case .fault: self.init(.internalFault, "fault", error.description)
    case .refused(let refusal): self.init(refusal)
    }
  }

  init(_ refusal: Refusal) {
    switch refusal {
    case .noSuchRecord(let id):
      self.init(
        .notFound, "no-such-record", refusal.description, hint: Failure.whereToLook(id.kind))
    case .deleted(let id):
      self.init(
        .notFound, "deleted", refusal.description,
        hint: "Bring it back: mm-organize restore \(id)")
    case .deletedBehind: self.init(.notFound, "deleted", refusal.description)
    case .unfit(let number, let why, let isRedo):
      let cause = Failure(why)
      self.init(
        cause.status, cause.code, refusal.description,
        hint: "Then: mm-organize \(isRedo ? "redo" : "undo") --op \(number)")
    case .alreadyOrganized: self.init(.badData, "already-organized", refusal.description)
    case .liveTwin: self.init(.badData, "twin", refusal.description)
    case .recorded(let id):
      self.init(
        .badData, "twin", refusal.description,
        hint: "It is counted once: 'mm-organize show \(id)' shows it, and 'edit' changes it.")
    case .reopened: self.init(.badData, "reopened", refusal.description)
    case .neededBy, .needs, .shared: self.init(.badData, "linked", refusal.description)
    case .superseded: self.init(.notFound, "superseded", refusal.description)
    case .counted, .merged: self.init(.badData, "counted-elsewhere", refusal.description)
    case .isPart: self.init(.badData, "part", refusal.description)
    case .refunded, .falseRefund, .notOrganized:
      self.init(.badData, "refund", refusal.description)
    case .missing(let field, let id):
      self.init(
        .badData, "missing-\(field.rawValue)", refusal.description,
        hint: "Give it: mm-organize organize \(id) --\(field.rawValue) …")
    case .mixedCurrencies: self.init(.badData, "mixed-currencies", refusal.description)
    case .notHeld: self.init(.badData, "not-held", refusal.description)
    case .notDeleted: self.init(.badData, "not-deleted", refusal.description)
    case .held: self.init(.badData, "held", refusal.description)
    case .linked: self.init(.badData, "linked", refusal.description)
    case .lastCopy: self.init(.badData, "last-copy", refusal.description)
    case .inInbox: self.init(.badData, "in-inbox", refusal.description)
    case .noSuchOperation, .nothingToUndo, .nothingToRedo:
      self.init(
        .notFound, "no-such-operation", refusal.description,
        hint: "What was done, and what of it stands: mm-organize history")
    case .changedSinceShown: self.init(.tryAgain, "changed", refusal.description)
    case .notUndone:
      self.init(
        .badData, "not-undone", refusal.description,
        hint: "What was done, and what of it stands: mm-organize history")
    case .undoneAlready:
      self.init(.badData, "undone", refusal.description)
    case .beforePurge: self.init(.badData, "purged", refusal.description)
    case .notUndoable:
      self.init(
        .badData, "not-undoable", refusal.description,
        hint: "The numbers of others, for 'undo --op': mm-organize history")
    case .changedSince:
      self.init(
        .badData, "changed-since", refusal.description,
        hint: "What was done, and what of it stands: mm-organize history")
    case .comesAfter:
      self.init(
        .badData, "comes-after", refusal.description,
        hint: "What was done, and what of it stands: mm-organize history")
    case .namedBy(let id, _):
      self.init(
        .badData, "named", refusal.description,
        hint: "It can be deleted instead: mm-organize delete \(id)")
    case .namedByTransaction: self.init(.badData, "named", refusal.description)
    case .inTheWay: self.init(.badData, "in-the-way", refusal.description)
    }
  }

  private static func whereToLook(_ kind: RecordID.Kind) -> String {
    switch kind {
    case .quickRecord: "Those that there are: mm-organize list --all"
    case .transaction: "Those that there are: mm-organize transactions"
    case .quarantine: "Those that there are: mm-organize quarantine list --all"
    }
  }

  init(_ refusal: FieldRefusal) {
    let example = refusal.decimalMark.applied(to: "1234.50")
    self.init(
      .badData, refusal.code.rawValue, refusal.description,
      hint: "Write an amount like \(example) or 'TWD \(example)'.")
  }

  init(_ refusal: AdditionRefusal) {
    switch refusal {
    case .deletedTwin(let id):
      self.init(
        .badData, "duplicate-deleted", refusal.description,
        hint: "Bring it back: mm-organize restore \(id)")
    }
  }

  init(_ refusal: CureRefusal, hint: String?) {
    let code =
      switch refusal.cause {
      case .otherCure: "other-cure"
      case .nothingGiven: "nothing-given"
      case .givesUpRecording: "without-audio"
      case .noReadableSidecar, .unreadable: "sidecar-invalid"
      case .noSuchFile: "no-such-file"
      case .severalRecordings: "sidecar-ambiguous"
      case .damaged: "damaged"
      case .organized: "already-organized"
      }
    let status: ExitStatus = if case .noSuchFile = refusal.cause { .notFound } else { .badData }
    self.init(status, code, refusal.description, hint: hint)
  }

  init(_ error: NamedFileError) {
    switch error {
    case .unreadable(_, let cause):
      self.init(cause, "unreadable", error.description)
    case .uncopied(_, let cause): self.init(cause, "uncopied", error.description)
    case .noFile: self.init(.badData, "no-file", error.description)
    case .changing: self.init(.tryAgain, "arriving", error.description)
    case .store(let error): self.init(error)
    }
  }

  init(_ refusal: FileRefusal) {
    if let code = refusal.code {
      self.init(
        .badData, code.rawValue, refusal.message,
        hint: "Without --audio the record is added all the same.")
    } else {
      self.init(.tryAgain, "decoder", refusal.message)
    }
  }

  init(_ refusal: PlayerRefusal) {
    switch refusal {
    case .noneInstalled, .noneReads:
      self.init(.notFound, "no-player", refusal.description, hint: refusal.hint)
    case .notInstalled, .cannotRead:
      self.init(.badConfiguration, "player", refusal.description, hint: refusal.hint)
    }
  }

  init(_ error: PlaybackError) {
    self.init(
      .inputOutput, "player", error.description,
      hint: "Another player can be named in moneymom.conf: [display] player = …")
  }

  /// A failed system call, by its cause.
  init(_ cause: SystemError, _ code: String, _ message: String, hint: String? = nil) {
    let status: ExitStatus =
      switch cause.code {
      case .notFound, .notDirectory: .notFound
      case .accessDenied, .notPermitted, .readOnlyFileSystem: .noPermission
      case .exists, .noSpace, .quotaExceeded: .cannotCreate
      default: .inputOutput
      }
    self.init(status, code, message, hint: hint)
  }

  init(any error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as StoreError: self.init(error)
    case let error as FieldRefusal: self.init(error)
    case let error as NoteRefusal: self.init(.badData, "no-note", error.description)
    case let error as SplitRefusal: self.init(.badData, error.code, error.description)
    case let error as MergeRefusal: self.init(.badData, error.code, error.description)
    case let error as AdditionRefusal: self.init(error)
    case let error as CureRefusal: self.init(error, hint: error.hint)
    case let error as BulkRefusal: self.init(error)
    case let error as RenamingRefusal: self.init(error)
    case SoundRefusal.ofDecoder(let message): self.init(.tryAgain, "decoder", message)
    case let error as SystemError: self.init(error, "system", "\(error).")
    case let error as ReleaseError:
      switch error {
      case .store(let error): self.init(error)
      case .inbox(_, let cause): self.init(cause, "inbox", error.description)
      case .damaged: self.init(.badData, "damaged", error.description)
      case .gone(let id, _):
        self.init(
          .notFound, "gone", error.description,
          hint: "Use the copy that is set aside: 'mm-organize quarantine show \(id)' says how.")
      }
    default: self.init(.internalFault, "fault", "\(error)")
    }
  }
}
