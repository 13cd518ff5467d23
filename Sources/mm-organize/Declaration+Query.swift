import CommandLineTool

/// The query by which commands find records, and what goes with it where they change them.
extension Declaration {
  /// Conditions that some commands have as fields to be set, too.
  static let plainConditions = [
    OptionDeclaration(
      "--tag", value: .text("TAG"), help: "With this tag; may be given more than once.",
      isRepeatable: true),
    OptionDeclaration("--type", value: .choice(["income", "expense"]), help: "Of this type."),
    OptionDeclaration("--place", value: .text("NAME"), help: "At this place."),
    OptionDeclaration("--currency", value: .text("CODE"), help: "In this currency."),
  ]

  /// The rest, and the other names of those conditions: a query that one command has understood means the same to all.
  static let conditions = [
    OptionDeclaration("--on", value: .text("DAY"), help: "Of this day or month."),
    OptionDeclaration("--from", value: .text("DAY"), help: "Of this day and later."),
    OptionDeclaration("--to", value: .text("DAY"), help: "Of this day and earlier."),
    OptionDeclaration(
      "--with-tag", value: .text("TAG"), help: "With this tag; may be given more than once.",
      isRepeatable: true),
    OptionDeclaration(
      "--without-tag", value: .text("TAG"), help: "Without this tag.", isRepeatable: true),
    OptionDeclaration("--min", value: .text("AMOUNT"), help: "Of this amount or more."),
    OptionDeclaration("--max", value: .text("AMOUNT"), help: "Of this amount or less."),
    OptionDeclaration("--in-currency", value: .text("CODE"), help: "In this currency."),
    OptionDeclaration("--of-type", value: .choice(["income", "expense"]), help: "Of this type."),
    OptionDeclaration("--at-place", value: .text("NAME"), help: "At this place."),
    OptionDeclaration(
      "--text", value: .text("TEXT"), help: "With this text in note, tag or place."),
    OptionDeclaration("--has-audio", help: "With a recording."),
    OptionDeclaration("--needs-review", help: "Without an amount, or with something unclear."),
  ]

  /// Of a command that takes a query instead of IDs.
  static let selection = query + states + consent

  /// The same, where `--tag`, `--type`, `--place` and `--currency` are fields that are set.
  static let selectionBesideFields = conditions + states + consent

  static let selectionOfDeleted =
    query + [
      OptionDeclaration("--deleted", help: "Deleted ones; 'restore' is for no others anyway."),
      OptionDeclaration("--all", help: "All that the command can be for."),
    ] + consent

  private static let states = [
    OptionDeclaration("--open", help: "Open quick records only."),
    OptionDeclaration("--organized", help: "Transactions only."),
    OptionDeclaration("--all", help: "All that the command can be for."),
  ]

  /// Of a command that changes more than one record.
  static let consent = [
    OptionDeclaration("--yes", help: "Do not ask."),
    OptionDeclaration("--no-input", help: "Do not ask, and change no second record without --yes."),
    dryRun,
  ]

  /// The names of all that makes a query.
  static let queryNames = Set((query + states).map(\.name) + ["--deleted"])

  static let aboutSelection = """
    Instead of IDs a query says which, or --all. Where that is more than one record, they are shown first, and you
    are asked on a terminal; elsewhere it needs --yes.
    """
}
