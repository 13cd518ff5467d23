import Text

/// Help made from declarations, for a terminal of 80 columns.
public struct HelpText: Sendable {
  private let program: ProgramDeclaration

  public init(_ program: ProgramDeclaration) { self.program = program }

  /// For the program, or for one of its commands.
  public func text(for command: String? = nil) -> String {
    guard let found = program.commands.first(where: { $0.name == command && !$0.name.isEmpty })
    else { return programText }
    var lines = self.usage("\(program.name) \(usage(found))") + about(found.summary, found.details)
    lines += table("Options", found.options.map(row))
    lines += table("Common options", (program.options + HelpText.always).map(row))
    return lines.joined(separator: "\n") + "\n"
  }

  private var programText: String {
    var lines =
      usage("\(program.name)\(program.commands.isEmpty ? "" : " COMMAND")")
      + about(program.summary, program.details)
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

  private static let columns = 80

  private func usage(_ words: String) -> [String] {
    hanging("Usage: \(words) [OPTION…]", under: "Usage: ".count)
  }

  /// What is declared on several lines is one paragraph, but for a blank line between two.
  private func about(_ summary: String, _ details: String) -> [String] {
    let paragraphs = details.split(separator: "\n", omittingEmptySubsequences: false)
      .split { $0.isEmpty }.map { $0.joined(separator: " ") }
    return ([summary] + paragraphs).flatMap { [""] + $0.wrapped(to: HelpText.columns) }
  }

  /// The lines below the first are indented.
  private func hanging(_ text: String, under indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard text.displayWidth > HelpText.columns else { return [text] }
    return text.wrapped(to: HelpText.columns - indent).enumerated()
      .map { ($0.offset == 0 ? "" : margin) + $0.element }
  }

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
    let width = min(28, rows.map(\.0.displayWidth).max() ?? 0)
    let margin = String(repeating: " ", count: width + 4)
    return ["", "\(heading):"]
      + rows.flatMap { left, right in
        let parts = right.wrapped(to: HelpText.columns - width - 4)
        guard left.displayWidth <= width else {
          return hanging("  \(left)", under: 4) + parts.map { margin + $0 }
        }
        return parts.enumerated().map { index, part in
          (index == 0 ? "  \(left.padded(toWidth: width))  " : margin) + part
        }
      }
  }
}
