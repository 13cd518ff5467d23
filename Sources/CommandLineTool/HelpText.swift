/// Help made from declarations.
public struct HelpText: Sendable {
  private let program: ProgramDeclaration

  public init(_ program: ProgramDeclaration) { self.program = program }

  /// For the program, or for one of its commands.
  public func text(for command: String? = nil) -> String {
    guard let found = program.commands.first(where: { $0.name == command && !$0.name.isEmpty })
    else { return programText }
    var lines = ["Usage: \(program.name) \(usage(found)) [OPTION…]", "", found.summary]
    if !found.details.isEmpty { lines += ["", found.details] }
    lines += table("Options", found.options.map(row))
    lines += table("Common options", (program.options + HelpText.always).map(row))
    return lines.joined(separator: "\n") + "\n"
  }

  private var programText: String {
    var lines = [
      "Usage: \(program.name)\(program.commands.isEmpty ? "" : " COMMAND") [OPTION…]", "",
      program.summary,
    ]
    if !program.details.isEmpty { lines += ["", program.details] }
    lines += table(
      "Commands",
      program.commands.map { (usage($0).isEmpty ? "(none)" : usage($0), $0.summary) })
    lines += table("Options", (program.options + HelpText.always).map(row))
    lines += table(
      "Exit statuses",
      ExitStatus.meanings.filter { program.exitStatuses.contains($0.status) }
        .map { ("\($0.status.rawValue)", program.meanings[$0.status] ?? $0.meaning) })
    return lines.joined(separator: "\n") + "\n"
  }

  static let always = [
    OptionDeclaration("--help", short: "h", help: "Print this help."),
    OptionDeclaration("--version", help: "Print the version."),
  ]

  private func usage(_ command: CommandDeclaration) -> String {
    let words = command.name.split(separator: " ")
    let name =
      command.isUsual && words.count == 2 ? "\(words[0]) [\(words[1])]" : command.name
    return [name, command.operands].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func row(_ option: OptionDeclaration) -> (String, String) {
    let value =
      switch option.value {
      case .none: ""
      case .text(let placeholder): " \(placeholder)"
      case .choice(let choices): " \(choices.joined(separator: "|"))"
      case .tagChanges: " +TAG -TAG…"
      }
    let short = option.short.map { "-\($0), " } ?? "    "
    return ("\(short)\(option.name)\(value)", option.help)
  }

  /// A heading and two columns; a left part that is too wide gets a line of its own.
  private func table(_ heading: String, _ rows: [(String, String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let width = min(28, rows.map(\.0.count).max() ?? 0)
    return ["", "\(heading):"]
      + rows.flatMap { left, right in
        left.count > width
          ? ["  \(left)", "  \(String(repeating: " ", count: width))  \(right)"]
          : ["  \(left)\(String(repeating: " ", count: width - left.count))  \(right)"]
      }
  }
}
