/// A player that was chosen, with what it is told.
public struct PlayerCommand: Hashable, Sendable {
  /// The path of the program.
  public let program: String
  /// All that stands before the file.
  public let arguments: [String]

  public init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// As it is started: the program, its arguments and, last, the file, whose path is absolute, so that no name of a file
  /// can be taken for an option.
  public func words(for file: String) -> [String] { [program] + arguments + [file] }
}
