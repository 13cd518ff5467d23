/// Reads a command line by its declaration: `--name value`, `--name=value`, `-n value`, options and operands in any
/// order, `--` before operands that look like options, or between groups of them. An operand that is a negative number is no option.
public struct CommandLineParser: Sendable {
  private let program: ProgramDeclaration

  public init(_ program: ProgramDeclaration) { self.program = program }

  /// The command that the words name, however wrong the rest is; nil where they name none.
  public func command(in words: [String]) -> String? {
    var reading = Reading(program: program, words: words[...])
    try? reading.readCommand()
    return reading.command.flatMap { $0.name.isEmpty ? nil : $0.name }
  }

  /// The words behind the program's name.
  public func parse(_ words: [String]) throws(UsageError) -> Request {
    var reading = Reading(program: program, words: words[...])
    try reading.readCommand()
    try reading.readRest()
    if reading.wantsHelp {
      return .help(command: reading.command.flatMap { $0.name.isEmpty ? nil : $0.name })
    }
    if reading.wantsVersion { return .version }
    try reading.checkOperands()
    return .run(reading.arguments)
  }
}

private struct Reading {
  let program: ProgramDeclaration
  var words: ArraySlice<String>
  var command: CommandDeclaration?
  var arguments = Arguments()
  var wantsHelp = false
  var wantsVersion = false

  init(program: ProgramDeclaration, words: ArraySlice<String>) {
    self.program = program
    self.words = words
  }

  /// Options of the program may stand before the command.
  mutating func readCommand() throws(UsageError) {
    guard !program.commands.isEmpty else { return }
    while let word = words.first, word.hasPrefix("-"), word != "--" {
      words.removeFirst()
      try readOption(word)
    }
    guard let word = words.first, word != "--" else {
      command = program.commands.first { $0.name.isEmpty }
      if command == nil && !wantsHelp && !wantsVersion { throw .missingCommand }
      return
    }
    if let second = words.dropFirst().first, let found = declaration("\(word) \(second)") {
      words.removeFirst(2)
      select(found)
    } else if let found = declaration(word) {
      words.removeFirst()
      select(found)
    } else if word == "help" {
      words.removeFirst()
      wantsHelp = true
      let named = words.prefix(2).joined(separator: " ")
      command = declaration(named) ?? words.first.flatMap { declaration($0) }
      words = []
    } else {
      try readGroup(word)
    }
  }

  /// A word that names no command by itself, but may stand before others.
  private mutating func readGroup(_ word: String) throws(UsageError) {
    let group = program.commands.filter { $0.name.hasPrefix(word + " ") }
    guard !group.isEmpty else {
      throw .unknownCommand(word, likely: likely(word, among: program.commands.map(\.name)))
    }
    if let second = words.dropFirst().first, !second.hasPrefix("-") {
      let name = "\(word) \(second)"
      throw .unknownCommand(name, likely: likely(name, among: group.map(\.name)))
    }
    guard let usual = group.first(where: \.isUsual) else {
      throw .missingOperand(group.map(\.name).joined(separator: ", "))
    }
    words.removeFirst()
    select(usual)
  }

  private mutating func select(_ found: CommandDeclaration) {
    command = found
    arguments.command = found.name
  }

  private func declaration(_ name: String) -> CommandDeclaration? {
    program.commands.first { $0.name == name && !name.isEmpty }
  }

  mutating func readRest() throws(UsageError) {
    while let word = words.popFirst() {
      if word == "--", command?.takesGroups == true {
        arguments.operands.append(word)
      } else if word == "--" {
        arguments.operands += words
        words = []
      } else if command?.takesTagChanges == true, isTagChange(word) {
        arguments.operands.append(word)
      } else if word.hasPrefix("-"), word != "-", !isNegativeNumber(word) {
        try readOption(word)
      } else {
        arguments.operands.append(word)
      }
    }
  }

  private func isNegativeNumber(_ word: String) -> Bool {
    let second = word.dropFirst().first
    return second.map { $0.isNumber || $0 == "." || $0 == "," || $0 == "$" } ?? false
  }

  private mutating func readOption(_ word: String) throws(UsageError) {
    if word == "--help" || word == "-h" {
      wantsHelp = true
      return
    }
    if word == "--version" {
      wantsVersion = true
      return
    }
    let options = program.options + (command?.options ?? [])
    // `-oFILE`: the value of a short option may follow its letter at once.
    if !word.hasPrefix("--"), word.count > 2, word.dropFirst(2).first != "=",
      let option = options.first(where: { $0.short == word.dropFirst().first && $0.value != .none })
    {
      try store(option, attached: String(word.dropFirst(2)))
      return
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard
      let option = options.first(where: {
        $0.name == name || ($0.short.map { "-\($0)" } ?? "") == name
      })
    else {
      throw .unknownOption(name, likely: likely(name, among: options.map(\.name)))
    }
    try store(option, attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  private mutating func store(
    _ option: OptionDeclaration, attached: String?
  ) throws(UsageError) {
    var values: [String]
    switch option.value {
    case .none:
      guard attached == nil else { throw .unwantedValue(option.name) }
      values = [""]
    case .text, .choice:
      guard let value = attached ?? words.popFirst() else { throw .missingValue(option.name) }
      values = [value]
    case .tagChanges:
      values = attached.map { [$0] } ?? []
      while let word = words.first, isTagChange(word) { values.append(words.removeFirst()) }
      if values.isEmpty, let word = words.popFirst() { values = [word] }
      guard !values.isEmpty else { throw .missingValue(option.name) }
    }
    if case .choice(let choices) = option.value, let value = values.first,
      !choices.contains(value)
    {
      throw .notAChoice(option: option.name, value: value, choices: choices)
    }
    if option.value != .none, !option.isRepeatable, arguments.has(option.name) {
      throw .repeated(option.name)
    }
    arguments.values[option.name, default: []] += values
  }

  /// By bytes: a tag may begin with a mark, which a character takes for a part of the sign.
  private func isTagChange(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.count > 1 else { return false }
    return bytes.starts(with: "+".utf8)
      || (bytes.starts(with: "-".utf8) && !bytes.starts(with: "--".utf8))
  }

  func checkOperands() throws(UsageError) {
    let allowed = command?.operandCount ?? 0...0
    if arguments.operands.count < allowed.lowerBound {
      throw .missingOperand(command?.operands ?? "")
    }
    if arguments.operands.count > allowed.upperBound {
      throw .extraOperand(arguments.operands[allowed.upperBound])
    }
  }

  /// The declared word that a mistyped one is nearest to, within two slips; one in a short word.
  private func likely(_ word: String, among known: [String]) -> String? {
    let slips = word.drop { $0 == "-" }.count < 5 ? 1 : 2
    return known.filter { !$0.isEmpty }
      .map { (name: $0, distance: distance(Array(word), Array($0))) }
      .filter { $0.distance <= slips }.min { $0.distance < $1.distance }?.name
  }

  /// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
  private func distance(_ one: [Character], _ other: [Character]) -> Int {
    var before: [Int] = []
    var row = Array(0...other.count)
    for i in one.indices {
      var next = [i + 1]
      for j in other.indices {
        var best = min(row[j + 1] + 1, next[j] + 1, row[j] + (one[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
          best = min(best, before[j - 1] + 1)
        }
        next.append(best)
      }
      (before, row) = (row, next)
    }
    return row[other.count]
  }
}
