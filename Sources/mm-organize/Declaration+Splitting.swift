import CommandLineTool

extension Declaration {
  static let split = CommandDeclaration(
    name: "split", operands: "ID AMOUNT [TAG…] -- AMOUNT [TAG…] [-- …]", operandCount: 1...10_000,
    summary: "Makes several transactions of one.",
    details: """
      The parts add up to the whole, to the last digit, in its currency and with its sign; otherwise nothing is changed.
      Each has the tags of the whole and its own, and the time, the place, the type, the note and the recordings of the
      whole, which is deleted. 'merge' with all of the parts brings it back as it was, and so does 'undo'.
      The amount, the currency and the type of a part stay as long as it is one.
      """,
    options: [
      OptionDeclaration(
        "--into", value: .text("N"),
        help: "So many equal parts, and no amounts: 10.00 in 3 is 3.34, 3.33 and 3.33."),
      Declaration.dryRun,
    ], takesGroups: true)

  static let merge = CommandDeclaration(
    name: "merge", operands: "ID ID…", operandCount: 1...10_000,
    summary: "Makes one transaction of several, of one currency and one type.",
    details: """
      All the parts of a split become the whole again, as it was before; what was changed in them since is not in it.
      Otherwise a new transaction has the sum, all tags and recordings, every note that differs, and the time of the
      first; the place is that of the first one that has one. Those that were merged are deleted; 'undo' brings them back.
      """,
    options: [Declaration.dryRun])

  static let refundOf = OptionDeclaration(
    "--refund-of", value: .text("ID"),
    help: "Money of this expense that came back: an expense with a negative amount, no income.")

  static let noRefund = OptionDeclaration(
    "--no-refund",
    help: "It is no refund; the amount stays negative unless one is given.")
}
