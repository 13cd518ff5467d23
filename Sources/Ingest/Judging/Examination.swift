import InboxWatch
import Records
import Storage

/// What came of looking at a memo.
enum Examination: Sendable {
  /// To be filed.
  case judged(ExaminedMemo)
  /// Nothing to file now; what the watcher is told.
  case concluded(Conclusion)

  init(_ refusal: IntakeRefusal) {
    switch refusal {
    // The watcher looks again, and finds out which.
    case .gone, .changed, .openForWriting: self = .concluded(.changed)
    case .tooLong:
      self = .concluded(
        .fault(
          .unreadable, message: "A file of over 64 MiB is no sidecar. Rename it or take it away."))
    case .unreadable(let error):
      self = .concluded(.fault(.unreadable, message: error.unreadableSentence))
    case .uncopied(let error):
      let isFull = error.code == .noSpace || error.code == .quotaExceeded
      self = .concluded(.fault(isFull ? .storeFull : .retry, message: error.description))
    case .unstored(let error):
      let (code, message) = error.wait
      self = .concluded(.fault(code, message: message))
    case .passing(let error): self = .concluded(.fault(.retry, message: error.passingSentence))
    }
  }

  /// The file of the inbox has been read by then: what the decoder gets is its copy in the store.
  static func unreadableCopy(_ why: String) -> Examination {
    .concluded(
      .fault(
        .retry,
        message:
          "The store's disk fails to read the copy of it: \(why). Look at that disk; the file is in the inbox still, and tried again."
      ))
  }

  static func unfinished(_ message: String) -> Examination {
    .concluded(.unfinished(message: message))
  }
}

/// How far an examination comes without the decoder.
enum BegunExamination {
  case ended(Examination)
  case decoding(DecodingMemo)
}

/// A memo whose recording has been taken and is to be decoded.
struct DecodingMemo: Sendable {
  let atHand: MemoAtHand
  let recording: TakenRecording
  let sidecar: TakenSidecar?
  let mark: InHandMark?

  var memo: ReadyMemo { atHand.memo }

  func judged(_ verdict: Verdict) -> Examination {
    atHand.judged(verdict, [recording], sidecar.map { [$0] } ?? [], mark: mark)
  }
}
