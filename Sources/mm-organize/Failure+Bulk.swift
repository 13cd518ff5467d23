import CommandLineTool
import Organizing

extension Failure {
  init(_ refusal: BulkRefusal) {
    switch refusal {
    case .unconfirmed:
      self.init(
        .usage, "unconfirmed", refusal.description,
        hint: "See what it comes to with --dry-run; then say it with --yes.")
    case .changedSince:
      self.init(
        .tryAgain, "changed-since", refusal.description,
        hint: "Give the command again, and look at what it shows.")
    case .records(let first, _):
      let cause = Failure(any: first)
      self.init(cause.status, cause.code, refusal.description, hint: cause.hint)
    }
  }

  init(_ refusal: RenamingRefusal) {
    switch refusal {
    case .noSuchName(let subject, _):
      self.init(
        .notFound, "no-such-\(subject.rawValue)", refusal.description,
        hint: "Those that there are: mm-organize \(subject.rawValue)s")
    case .taken(let subject, _):
      self.init(
        .badData, "\(subject.rawValue)-taken", refusal.description,
        hint: "To make the two one, say it with --merge.")
    }
  }
}
