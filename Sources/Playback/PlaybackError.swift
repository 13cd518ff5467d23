import Linux

/// Why a recording was not played to its end.
public enum PlaybackError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Cause: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  case unstartable(String, SystemError)
  case failed(String, Cause, said: String)
  /// It ended well, and so early that nothing, or not much, was to be heard.
  case unheard(String, said: String)

  public var description: String {
    switch self {
    case .unstartable(let player, let error): "\(player) cannot be started: \(error.code)."
    case .unheard(let player, let said): "\(player) has not played it: \(said)"
    case .failed(let player, let cause, let said):
      "\(player) \(cause.phrase)\(said.isEmpty ? " and said nothing." : ": \(said)")"
    }
  }
}

extension PlaybackError.Cause {
  fileprivate var phrase: String {
    switch self {
    case .status(let status): "ended with status \(status)"
    case .signal(let signal): "was ended by signal \(signal)"
    }
  }
}
