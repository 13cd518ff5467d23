import CommandLineTool

/// Commands about the names of tags and places.
extension Declaration {
  static let names = named("tag", "tags") + named("place", "places") + places

  private static func named(_ one: String, _ many: String) -> [CommandDeclaration] {
    [
      CommandDeclaration(
        name: "\(many) list",
        summary: "The \(many) of open records and transactions, with their totals.", isUsual: true),
      CommandDeclaration(
        name: "\(many) rename", operands: "OLD NEW", operandCount: 2...2,
        summary: "Gives a \(one) another name, in every record that has it.",
        details: aboutRenaming(one),
        options: [
          OptionDeclaration("--merge", help: "Also where NEW is the name of another \(one).")
        ] + consent),
      CommandDeclaration(
        name: "\(many) merge", operands: "OLD… INTO", operandCount: 2...1000,
        summary: "Makes one \(one) of several.", details: aboutRenaming(one), options: consent),
    ]
  }

  private static func aboutRenaming(_ one: String) -> String {
    """
    Deleted and organised records are changed with the others, so that the old name never comes back; 'undo' takes
    all of it back. A \(one) is the same in any letter case and normal form, and keeps its spelling. What is more than
    one record is shown first, and you are asked on a terminal; elsewhere it needs --yes.
    """
  }

  private static let places = [
    CommandDeclaration(
      name: "places near", operands: "LAT,LON-OR-ID", operandCount: 1...1,
      summary: "The places that are likeliest there, the likeliest first.",
      details: """
        From your own records by distance, hour, weekday and how often you were there; then from the gazetteer that
        moneymom.conf names, if it does. Of a record it is its coordinates and its time that count, else the time is now.
        """),
    CommandDeclaration(
      name: "places search", operands: "TEXT", operandCount: 1...1,
      summary:
        "The places with this text in their name: your own first, then those of the gazetteer."),
  ]
}
