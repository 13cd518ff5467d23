/// A setting that cannot be taken, and where it was given. A program that meets one does nothing else and exits
/// with EX_CONFIG (78).
public struct ConfigurationError: Error, Hashable, Sendable {
  public let origin: SettingOrigin
  public let fault: SettingFault

  public init(_ fault: SettingFault, at origin: SettingOrigin) {
    self.origin = origin
    self.fault = fault
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// `/etc/moneymom/moneymom.conf:3: There is no section [strore].`
  public var description: String { "\(origin): \(fault.sentence)" }
}

/// Where a setting comes from.
public enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The line counts from 1; nil for the file as a whole.
  case file(String, line: Int?)
  /// The name of the variable.
  case variable(String)
  /// As it is written: `--store`.
  case option(String)
  case standard

  public var description: String {
    switch self {
    case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
    case .variable(let name): name
    case .option(let name): name
    case .standard: "moneymom"
    }
  }
}

/// Something that was set and changes nothing. Said and not hidden, since whoever wrote it waits for what it asks.
public struct SettingNotice: Hashable, Sendable, CustomStringConvertible {
  public enum Cause: Hashable, Sendable {
    /// A line that is right, and nothing in this version.
    case noEffect(key: String)
    /// A `MONEYMOM_*` variable that no setting has.
    case unknownVariable
  }

  public let origin: SettingOrigin
  public let cause: Cause

  public var sentence: String {
    switch cause {
    case .noEffect(let key): "\(key) has no effect in this version."
    case .unknownVariable: "No setting has this name, so the variable has no effect."
    }
  }

  /// What to do about it.
  public var cure: String {
    switch cause {
    case .noEffect: "Remove the line, or leave it for a later version."
    case .unknownVariable:
      "Correct the name or unset it: MONEYMOM_STORE, MONEYMOM_INBOX, else MONEYMOM_, the section, _ and the key."
    }
  }

  public var description: String { "\(origin): \(sentence)" }
}
