import Linux
import Records

/// Why the decoder gave no answer.
enum DecoderFault: Error, Hashable, Sendable {
  case missing(String)
  case died(ChildProcess.Ending)
  case timedOut
  /// What came was no answer.
  case garbage
  case system(SystemError)

  /// The code under which the file is set aside when this comes again and again; nil where the world is at fault: a
  /// child that our own confinement (SIGSYS) or the system's shortage of memory (SIGKILL) has ended says nothing of
  /// the file.
  var quarantineCode: QuarantineCode? {
    switch self {
    case .missing, .system, .died(.killedForMemory), .died(.forbiddenCall): nil
    case .died, .garbage: .decoderCrashed
    case .timedOut: .decoderTimeout
    }
  }

  var waitingCode: WaitingCode {
    if case .missing = self { .decoderMissing } else { .retry }
  }
}

extension DecoderFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing(let program): "There is no program \(program)."
    case .died(.exited(let status)): "The decoder ended by itself with status \(status)."
    case .died(.killed(let signal)): "The decoder was ended by signal \(signal)."
    case .timedOut: "The decoder did not answer in time."
    case .garbage: "The decoder answered something that is no answer."
    case .system(let error): "The decoder cannot be used: \(error)."
    }
  }
}
