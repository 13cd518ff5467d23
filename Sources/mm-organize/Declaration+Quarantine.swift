import CommandLineTool

/// Commands about what was set aside.
extension Declaration {
  static let quarantine = [
    CommandDeclaration(
      name: "quarantine list", summary: "What was set aside, and why.",
      options: [OptionDeclaration("--all", help: "Also what was given back, cured or dropped.")],
      isUsual: true),
    CommandDeclaration(
      name: "quarantine show", operands: "ID", operandCount: 1...1,
      summary: "One item with its files and its cure."),
    CommandDeclaration(
      name: "quarantine play", operands: "ID", operandCount: 1...1,
      summary: "Plays what was set aside.",
      details: "A file that is no recording makes the player say so.",
      options: [Declaration.dryRunOfPlayer]),
    CommandDeclaration(
      name: "quarantine fix", operands: "ID", operandCount: 1...1,
      summary: "Keeps a recording with a corrected sidecar.",
      details: """
        For sidecar-invalid, sidecar-conflict, sidecar-ambiguous, sidecar-late and digest-mismatch. What is given
        stands instead of what the sidecar says; the recording is kept byte for byte.
        """,
      options: Declaration.completion + [
        OptionDeclaration(
          "--recording", value: .text("NAME"), help: "The one of several that it is for."),
        OptionDeclaration(
          "--sidecar", value: .text("NAME"), help: "The one of several that is right."),
        Declaration.dryRun,
      ]),
    CommandDeclaration(
      name: "quarantine accept", operands: "ID…", operandCount: 1...10_000,
      summary: "Takes items as they are; their files stay in the store.",
      details: """
        A duplicate is let go, one with another sidecar changes its record, and one of a deleted record
        brings that back. All of the IDs are accepted, or none is.
        """,
      options: [
        OptionDeclaration(
          "--without-audio",
          help: "Make a record of the sidecar where the recording cannot be kept."),
        Declaration.dryRun,
      ]),
    CommandDeclaration(
      name: "quarantine retry", operands: "[ID…]", operandCount: 0...10_000,
      summary:
        "Gives items back to their inbox, or takes them from there where they stayed, to be judged again.",
      options: [
        OptionDeclaration("--all", help: "All that are held."), Declaration.dryRun,
      ]),
    CommandDeclaration(
      name: "quarantine drop", operands: "ID…", operandCount: 1...10_000,
      summary: "Lets items go; their files stay in the store until they are purged.",
      options: [Declaration.dryRun]),
  ]
}
