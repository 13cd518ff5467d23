import CommandLineTool

/// Options that say what a record is to be.
extension Declaration {
  static let fields = [
    OptionDeclaration(
      "--type", value: .choice(["income", "expense"]), help: "What kind of money it is."),
    OptionDeclaration(
      "--at", value: .text("TIME"), help: "When: 2026-11-30, or 2026-11-30T12:34, with an offset."),
    OptionDeclaration(
      "--place", value: .text("NAME"),
      help: "Where: a name, coordinates, or a name with these in brackets."),
    OptionDeclaration("--lat", value: .text("DEGREES"), help: "Latitude; goes with --lon."),
    OptionDeclaration("--lon", value: .text("DEGREES"), help: "Longitude; goes with --lat."),
    OptionDeclaration("--currency", value: .text("CODE"), help: "The currency of the amount."),
    OptionDeclaration("--note", value: .text("TEXT"), help: "A note; an empty one takes it away."),
  ]

  /// Fields of a record that is there already.
  static let completion =
    fields + [
      OptionDeclaration("--amount", value: .text("AMOUNT"), help: "The amount."),
      OptionDeclaration(
        "--tag", value: .tagChanges, help: "Tags to add and to take away.", isRepeatable: true),
    ]

  static let clearNote = OptionDeclaration(
    "--clear-note", value: .text("CODE"),
    help:
      "Take away what 'show' notes by this code, such as truncated; may be given more than once.",
    isRepeatable: true)

  static let noCoordinates = OptionDeclaration(
    "--no-coordinates", help: "It has no coordinates any more; the name of the place stays.")
}
