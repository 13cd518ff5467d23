import CommandLineTool
import Configuration
import Ingest
import Linux
import Storage

extension Failure {
  init(_ error: UsageError) { self.init(.usage, "usage", error.description) }

  init(_ error: ConfigurationError) {
    self.init(.badConfiguration, "configuration", error.description)
  }

  init(_ error: SessionError) {
    switch error {
    case .store(let error): self.init(error)
    case .inbox(let error):
      switch error {
      case .held: self.init(.tryAgain, "inbox-locked", error.description)
      case .unusable(_, let cause):
        let isDenied = cause.code == .accessDenied || cause.code == .notPermitted
        self.init(isDenied ? .noPermission : .inputOutput, "inbox", error.description)
      }
    case .misplaced(let folder):
      self.init(.badConfiguration, "misplaced", folder.description, hint: folder.cure)
    case .nested(let nesting):
      self.init(.badConfiguration, "nested", nesting.description, hint: nesting.cure)
    }
  }

  init(_ error: StoreError) {
    let status: ExitStatus =
      switch error {
      case .notFound: .notFound
      case .foreign, .newer, .damaged, .bereft, .linked: .badData
      case .locked, .busy: .tryAgain
      case .full, .occupied: .cannotCreate
      case .permission, .readOnly, .unclosed: .noPermission
      case .network: .badConfiguration
      case .exhausted: .tryAgain
      case .io, .replaced: .inputOutput
      case .fault: .internalFault
      case .refused: .badData
      }
    self.init(status, "store", error.description)
  }
}
