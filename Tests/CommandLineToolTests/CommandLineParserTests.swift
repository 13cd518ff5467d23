import Testing

@testable import CommandLineTool

@Suite("Reading a command line")
struct CommandLineParserTests {
  static let program = ProgramDeclaration(
    name: "demo", version: "1", summary: "Shows.",
    options: [
      OptionDeclaration("--store", value: .text("DIR"), help: "The store."),
      OptionDeclaration("--json", help: "JSON."),
    ],
    commands: [
      CommandDeclaration(name: "", summary: "Overview."),
      CommandDeclaration(
        name: "add", operands: "AMOUNT TAG…", operandCount: 1...100, summary: "Adds.",
        options: [
          OptionDeclaration("--tag", value: .tagChanges, help: "Tags.", isRepeatable: true),
          OptionDeclaration("--type", value: .choice(["income", "expense"]), help: "Type."),
        ]),
      CommandDeclaration(
        name: "quarantine list", summary: "Lists.",
        options: [
          OptionDeclaration("--output", short: "o", value: .text("FILE"), help: "Where.")
        ], isUsual: true),
      CommandDeclaration(
        name: "quarantine show", operands: "ID", operandCount: 1...1, summary: "Shows one."),
      CommandDeclaration(name: "list", summary: "Lists."),
      CommandDeclaration(
        name: "split", operands: "ID AMOUNT -- AMOUNT", operandCount: 1...100, summary: "Splits.",
        options: [OptionDeclaration("--into", value: .text("N"), help: "Parts.")],
        takesGroups: true),
    ], exitStatuses: [.done, .usage])

  private func parse(_ words: String...) throws -> Arguments? {
    guard
      case .run(let arguments) = try CommandLineParser(CommandLineParserTests.program).parse(words)
    else { return nil }
    return arguments
  }

  @Test("options and operands mix, and values may be attached")
  func mixes() throws {
    let arguments = try #require(
      try parse("--store", "a", "add", "120", "--type=income", "food", "--json"))
    #expect(arguments.command == "add")
    #expect(arguments.operands == ["120", "food"])
    #expect(arguments.value("--store") == "a")
    #expect(arguments.value("--type") == "income")
    #expect(arguments.has("--json"))
  }

  @Test("a negative amount is an operand, and behind -- everything is")
  func operands() throws {
    #expect(try parse("add", "-50", "clothes")?.operands == ["-50", "clothes"])
    #expect(try parse("add", "--", "--json", "-x")?.operands == ["--json", "-x"])
  }

  @Test("where -- stands between groups it is kept, and options may stand anywhere")
  func groups() throws {
    let arguments = try #require(
      try parse("split", "t7", "-40", "food", "--", "--json", "-80", "--", "5", "--into", "3"))
    #expect(arguments.operands == ["t7", "-40", "food", "--", "-80", "--", "5"])
    #expect(arguments.has("--json"))
    #expect(arguments.value("--into") == "3")
  }

  @Test("tag changes are taken as long as they look like some")
  func tagChanges() throws {
    let arguments = try #require(try parse("add", "5", "--tag", "+a", "-b", "--type", "income"))
    #expect(arguments.values("--tag") == ["+a", "-b"])
    #expect(arguments.operands == ["5"])
  }

  @Test("two words name a command below another")
  func twoWords() throws {
    let arguments = try #require(try parse("quarantine", "show", "x3"))
    #expect(arguments.command == "quarantine show")
    #expect(arguments.operands == ["x3"])
  }

  @Test("the first of two words means the usual command below it, and no other word")
  func usual() throws {
    #expect(try parse("quarantine")?.command == "quarantine list")
    #expect(try parse("quarantine", "--json")?.command == "quarantine list")
    #expect(throws: UsageError.unknownCommand("quarantine shwo", likely: "quarantine show")) {
      try parse("quarantine", "shwo", "x3")
    }
  }

  @Test("the value of a short option may follow at once, behind a space, or behind =")
  func shortOptions() throws {
    for words in [["-oa.json"], ["-o", "a.json"], ["-o=a.json"], ["--output", "a.json"]] {
      guard
        case .run(let arguments) = try CommandLineParser(CommandLineParserTests.program)
          .parse(["quarantine", "list"] + words)
      else { throw UsageError.missingCommand }
      #expect(arguments.value("--output") == "a.json")
    }
  }

  @Test("a word is guessed within two slips, one where it is short, a swap being one")
  func guesses() {
    #expect(throws: UsageError.unknownCommand("lsit", likely: "list")) { try parse("lsit") }
    #expect(throws: UsageError.unknownCommand("lost!", likely: "list")) { try parse("lost!") }
    #expect(throws: UsageError.unknownCommand("foo", likely: nil)) { try parse("foo") }
    #expect(throws: UsageError.unknownOption("--jsno", likely: "--json")) { try parse("--jsno") }
  }

  @Test("without a command the overview runs")
  func overview() throws {
    #expect(try parse()?.command == "")
  }

  @Test("what does not fit is said, with the word that was probably meant")
  func errors() {
    #expect(throws: UsageError.unknownOption("--stor", likely: "--store")) {
      try parse("--stor", "a")
    }
    #expect(throws: UsageError.unknownCommand("ad", likely: "add")) { try parse("ad") }
    #expect(throws: UsageError.missingValue("--store")) { try parse("--store") }
    #expect(throws: UsageError.repeated("--store")) { try parse("--store", "a", "--store", "b") }
    #expect(throws: UsageError.unwantedValue("--json")) { try parse("--json=1") }
    #expect(throws: UsageError.missingOperand("AMOUNT TAG…")) { try parse("add") }
    #expect(throws: UsageError.extraOperand("x4")) { try parse("quarantine", "show", "x3", "x4") }
    #expect(
      throws: UsageError.notAChoice(
        option: "--type", value: "gift", choices: ["income", "expense"])
    ) { try parse("add", "5", "--type", "gift") }
  }

  @Test("help names every command, option and status, and asks for nothing else")
  func help() throws {
    let parser = CommandLineParser(CommandLineParserTests.program)
    guard case .help(nil) = try parser.parse(["--help"]),
      case .help("add") = try parser.parse(["add", "--help"]),
      case .help("add") = try parser.parse(["help", "add"]),
      case .version = try parser.parse(["--version"])
    else {
      Issue.record("not help")
      return
    }
    let text = HelpText(CommandLineParserTests.program).text()
    for word in ["add AMOUNT TAG…", "quarantine show ID", "--store DIR", "--version", "64"] {
      #expect(text.contains(word))
    }
    #expect(HelpText(CommandLineParserTests.program).text(for: "add").contains("income|expense"))
  }
}
