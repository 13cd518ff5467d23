import Linux
import Records

/// Why the decoder gave no answer.
enum DecoderFault: Error, Hashable, Sendable {
  case missing(String)
  /// It is there, and the system does not run it, for this reason.
  case refused(String, Errno)
  /// It ended, or spoke another language, before it took its first file: a library is missing, or it is of
  /// another version than the daemon.
  case didNotStart(String)
  /// It cannot give up all that it should, and the configuration insists on it.
  case unconfined([ConfinementGap])
  /// It ended while it had the file.
  case died(ChildProcess.Ending)
  case timedOut
  /// The file needs more than this many bytes of memory.
  case outOfMemory(limit: Int)
  /// What came was no answer, and why.
  case garbage(String)
  case system(SystemError)

  /// The code under which the file is set aside when this comes again and again; nil where the world is at fault: a
  /// child that our own confinement (SIGSYS) or the system's shortage of memory (SIGKILL) has ended says nothing of
  /// the file.
  var quarantineCode: QuarantineCode? {
    switch self {
    case .missing, .refused, .didNotStart, .unconfined, .system: nil
    case .died(.killedForMemory), .died(.forbiddenCall): nil
    case .died, .garbage: .decoderCrashed
    case .timedOut: .decoderTimeout
    case .outOfMemory: .decoderMemory
    }
  }

  var waitingCode: WaitingCode {
    switch self {
    case .missing, .refused, .didNotStart: .decoderMissing
    case .unconfined: .decoderUnconfined
    case .died, .timedOut, .outOfMemory, .garbage, .system: .retry
    }
  }
}

extension DecoderFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing(let program): "There is no program \(program)."
    case .refused(let program, let code):
      "The program \(program) cannot be run: \(code). It must be executable (chmod a+rx), and its file system not mounted noexec."
    case .didNotStart(let what): "The decoder does not start: \(what)"
    case .unconfined(let gaps):
      "The decoder cannot be confined: \(gaps.map(\.description).joined(separator: "; "))."
    // The dynamic linker's way to say so (ld.so(8)).
    case .died(.exited(127)):
      "A library of it is missing, or there is too little memory to load them: neither ulimit -v nor LimitAS= of the service may be below 256M."
    case .died(.exited(let status)): "The decoder ended by itself with status \(status)."
    case .died(.lingered): "The decoder broke off without an answer."
    case .died(.killed(let signal)): "The decoder was ended by signal \(signal)."
    case .timedOut: "The decoder did not answer in time."
    case .outOfMemory(let limit):
      "Decoding this recording takes more memory than the \(limit >> 20) MiB that 'memory' under [decoder] allows."
    case .garbage(let what): "The decoder answered something that is no answer: \(what)."
    case .system(let error) where error.isShortage: error.passingSentence
    case .system(let error): "The decoder cannot be used: \(error)."
    }
  }
}
