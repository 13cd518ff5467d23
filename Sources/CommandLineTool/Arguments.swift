/// A command line that fits its declaration.
public struct Arguments: Sendable {
  /// The command's name as declared; "" where the program has none or none was given.
  public internal(set) var command = ""
  public internal(set) var operands: [String] = []
  var values: [String: [String]] = [:]

  /// Whether an option was given.
  public func has(_ option: String) -> Bool { values[option] != nil }

  /// The value given last; nil when the option was not given.
  public func value(_ option: String) -> String? { values[option]?.last }

  /// All values in order.
  public func values(_ option: String) -> [String] { values[option] ?? [] }
}

/// What a command line asks for.
public enum Request: Sendable {
  case run(Arguments)
  /// Help for the program, or for one command.
  case help(command: String?)
  case version
}

/// A command line that does not fit; exit status 64.
public enum UsageError: Error, Hashable, Sendable {
  case unknownOption(String, likely: String?)
  case missingValue(String)
  case unwantedValue(String)
  case notAChoice(option: String, value: String, choices: [String])
  case repeated(String)
  case unknownCommand(String, likely: String?)
  case missingCommand
  case missingOperand(String)
  case extraOperand(String)
}

extension UsageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownOption(let name, let likely?):
      "There is no option \(name). Did you mean \(likely)?"
    case .unknownOption(let name, nil): "There is no option \(name)."
    case .missingValue(let name): "The option \(name) needs a value."
    case .unwantedValue(let name): "The option \(name) takes no value."
    case .notAChoice(let option, let value, let choices):
      "\(option) cannot be '\(value)'. It is one of \(choices.joined(separator: ", "))."
    case .repeated(let name): "The option \(name) can be given only once."
    case .unknownCommand(let name, let likely?):
      "There is no command '\(name)'. Did you mean '\(likely)'?"
    case .unknownCommand(let name, nil): "There is no command '\(name)'."
    case .missingCommand: "A command is missing."
    case .missingOperand(let operands): "Something is missing: this command takes \(operands)."
    case .extraOperand(let operand): "'\(operand)' is one argument too many."
    }
  }
}
