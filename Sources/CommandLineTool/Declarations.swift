/// A program as it is declared once: help, usage errors and parsing come from this, and so can manual pages and
/// completions.
public struct ProgramDeclaration: Sendable {
  public var name: String
  public var version: String
  /// One sentence.
  public var summary: String
  public var details: String
  /// Options of every command.
  public var options: [OptionDeclaration]
  /// Empty for a program without commands; the first command with the name "" is what runs without one.
  public var commands: [CommandDeclaration]
  /// Those that the program can end with.
  public var exitStatuses: [ExitStatus]
  /// What some of them mean for this program, where more can be said than of any.
  public var meanings: [ExitStatus: String]

  public init(
    name: String, version: String, summary: String, details: String = "",
    options: [OptionDeclaration], commands: [CommandDeclaration] = [], exitStatuses: [ExitStatus],
    meanings: [ExitStatus: String] = [:]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
    self.options = options
    self.commands = commands
    self.exitStatuses = exitStatuses
    self.meanings = meanings
  }
}

public struct CommandDeclaration: Sendable {
  /// One word, or two for a command below another: `quarantine show`.
  public var name: String
  /// How the operands are shown: `ID…`; empty for none.
  public var operands: String
  public var operandCount: ClosedRange<Int>
  /// One sentence.
  public var summary: String
  public var details: String
  public var options: [OptionDeclaration]
  /// For a command of two words: whether it is meant where the first stands alone.
  public var isUsual: Bool
  /// Words that begin with one `-` are operands, like those with `+`: `tag q12 +a -b`. A short option is not understood.
  public var takesTagChanges: Bool
  /// `--` stands between groups of operands and is one itself: `split t7 40 food -- 80 tea`. Options may follow it.
  public var takesGroups: Bool

  public init(
    name: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0, summary: String,
    details: String = "", options: [OptionDeclaration] = [], isUsual: Bool = false,
    takesTagChanges: Bool = false, takesGroups: Bool = false
  ) {
    self.name = name
    self.operands = operands
    self.operandCount = operandCount
    self.summary = summary
    self.details = details
    self.options = options
    self.isUsual = isUsual
    self.takesTagChanges = takesTagChanges
    self.takesGroups = takesGroups
  }
}

public struct OptionDeclaration: Sendable {
  public enum Value: Hashable, Sendable {
    case none
    /// What stands for the value in help: `DIR`.
    case text(String)
    /// One of a few words.
    case choice([String])
    /// Words that begin with `+` or `-`, as many as follow: `--tag +a -b`.
    case tagChanges
  }

  /// `--store`; what the program asks for it by.
  public var name: String
  /// `-s`, if any.
  public var short: Character?
  public var value: Value
  /// One sentence.
  public var help: String
  public var isRepeatable: Bool

  public init(
    _ name: String, short: Character? = nil, value: Value = .none, help: String,
    isRepeatable: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
  }
}
