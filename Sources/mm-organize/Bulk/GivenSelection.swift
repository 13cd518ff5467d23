import CommandLineTool
import Organizing
import Records
import Storage

/// The records that a command is for, where a query says which and not IDs.
struct GivenSelection {
  let context: Context
  init(_ context: Context) { self.context = context }

  /// Nil where there are IDs and no query. Both together, and neither, are refused: nothing that is left out ever comes to
  /// mean everything.
  func selection(
    quickRecords: RecordQuery.State?, transactions: RecordQuery.State?, ids: [RecordID]
  ) throws(Failure) -> RecordSelection? {
    let given = self.given
    guard ids.isEmpty else {
      guard let first = given.first else { return nil }
      throw Failure(
        .usage, "usage", "There are IDs, and with \(first) a query, too.",
        hint: "Give the IDs alone, or a query alone.")
    }
    guard !given.isEmpty else { throw missing }
    let query = try GivenQuery(context: context).query(.all)
    // A blank text is in everything, which must be asked for by its word.
    if query.text?.allSatisfy(\.isWhitespace) == true {
      throw Failure(
        .usage, "usage", "The text of --text is blank.",
        hint: "Everything that the command can be for is --all.")
    }
    let (isOpen, isOrganized) = (
      context.arguments.has("--open"), context.arguments.has("--organized")
    )
    if isOpen, isOrganized {
      throw Failure(
        .usage, "usage", "--open and --organized exclude each other; without them it is both.")
    }
    return RecordSelection(
      query, quickRecords: isOrganized ? nil : quickRecords,
      transactions: isOpen ? nil : transactions)
  }

  /// Whether there is a query.
  var isGiven: Bool { !given.isEmpty }

  private var given: [String] {
    Declaration.queryNames.sorted().filter(context.arguments.has).filter { !isField($0) }
  }

  private func isField(_ name: String) -> Bool {
    ["organize", "edit"].contains(context.arguments.command)
      && Declaration.plainConditions.contains { $0.name == name }
  }

  private var missing: Failure {
    let set = Declaration.plainConditions.map(\.name)
      .first { isField($0) && context.arguments.has($0) }
    let alone =
      context.arguments.command == "organize"
      ? " At a terminal, without any of these and without fields, it asks for each." : ""
    let other = ["--tag": "--with-tag", "--type": "--of-type", "--place": "--at-place"]
    return Failure(
      .usage, "usage", "Something is missing: which records, by their IDs or by a query.",
      hint: set.map {
        "Here \($0) says what they are to become; a query says \(other[$0] ?? "--in-currency") instead."
      }
        ?? "Write IDs like q12, a query like '--on today', or --all for everything that the command can be for.\(alone)"
    )
  }
}
