import CommandLineTool
import Configuration
import Organizing
import Storage

extension Failure {
  init(_ error: UsageError) {
    self.init(
      .usage, "usage", error.description, hint: "Run 'mm-organize --help' for the whole list.")
  }

  init(_ error: ConfigurationError) {
    self.init(.badConfiguration, "configuration", error.description)
  }

  init(_ error: StoreError) {
    switch error {
    case .notFound: self.init(.notFound, "no-store", error.description)
    case .foreign, .newer, .damaged: self.init(.badData, "store", error.description)
    case .locked, .busy: self.init(.tryAgain, "busy", error.description)
    case .full: self.init(.cannotCreate, "full", error.description)
    case .permission, .readOnly: self.init(.noPermission, "permission", error.description)
    case .nested: self.init(.badConfiguration, "nested", error.description)
    case .io: self.init(.inputOutput, "io", error.description)
    case .fault: self.init(.internalFault, "fault", error.description)
    case .refused(let refusal): self.init(refusal)
    }
  }

  init(_ refusal: Refusal) {
    switch refusal {
    case .noSuchRecord: self.init(.notFound, "no-such-record", refusal.description)
    case .deleted: self.init(.notFound, "deleted", refusal.description)
    case .alreadyOrganized: self.init(.badData, "already-organized", refusal.description)
    case .liveTwin, .recorded: self.init(.badData, "twin", refusal.description)
    case .neededBy, .needs: self.init(.badData, "linked", refusal.description)
    case .missing(let field, _):
      self.init(
        .badData, "missing-\(field.rawValue)", refusal.description,
        hint: "Give it with --\(field.rawValue).")
    case .mixedCurrencies: self.init(.badData, "mixed-currencies", refusal.description)
    case .notHeld: self.init(.badData, "not-held", refusal.description)
    }
  }

  init(any error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as StoreError: self.init(error)
    case let error as ReleaseError:
      switch error {
      case .store(let error): self.init(error)
      case .inbox: self.init(.inputOutput, "inbox", error.description)
      }
    default: self.init(.internalFault, "fault", "\(error)")
    }
  }
}
