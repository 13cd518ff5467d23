import JSON
import Testing

@Suite("What a value that cannot be is answered with", .fewAtATime)
struct BadValueTests {
  /// The same kind of value wherever it can be given.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let status: Int32
    /// Words between `|`, since some hold spaces.
    let commands: [String]
  }

  static let kinds = [
    Kind(
      testDescription: "an amount", status: 65,
      commands: [
        "add|abc", "add|", "add|1,2,3", "edit|t1|--amount|abc", "edit|t1|--amount|12 50",
        "edit|q3|--amount|", "organize|q3|--amount|abc", "split|t1|abc|--|1", "split|t1||--|1",
        "split|t1|20|--|20", "list|--min|abc", "transactions|--max|abc", "delete|--min|abc",
        "edit|--max|abc|--note|x", "tag|--min|abc|+x",
      ]),
    Kind(
      testDescription: "a currency", status: 65,
      commands: [
        "add|1|--currency|ABCD", "edit|t1|--currency|ABCD", "organize|q3|--currency|ABCD",
        "list|--currency|ABCD", "edit|--in-currency|ABCD|--note|x", "delete|--currency|ABCD",
      ]),
    Kind(
      testDescription: "a date", status: 65,
      commands: [
        "add|1|--at|foo", "edit|t1|--at|2026-02-30", "organize|q3|--at|12:34",
        "list|--on|foo", "list|--on|", "list|--from|2026-02-30", "transactions|--to|foo",
        "delete|--on|foo", "restore|--from|foo", "edit|--on|foo|--note|x", "tag|--to|foo|+x",
        "organize|--on|2026-13", "reopen|--on|foo",
      ]),
    Kind(
      testDescription: "a tag", status: 65,
      commands: [
        "add|1|a,b", "add|1| ", "edit|t1|--tag|+a,b", "edit|t1|--tag=", "organize|q3|--tag|a,b",
        "tag|t1|+a,b", "tag|t1|+ ", "split|t1|20|a,b|--|30", "list|--tag=", "list|--without-tag= ",
        "edit|--with-tag=|--note|x", "tags|rename|food|a,b", "tags|rename||x",
      ]),
    Kind(
      testDescription: "coordinates", status: 65,
      commands: [
        "add|1|--lat|x|--lon|3", "edit|t1|--lat|99|--lon|3", "organize|q3|--lat|9|--lon|200",
      ]),
    Kind(
      testDescription: "a word that is no ID", status: 64,
      commands: [
        "show|foo", "edit|foo|--note|x", "organize|foo", "tag|foo|+x", "split|foo|1|--|2",
        "split|12|1|--|2", "merge|t1|foo", "delete|q", "restore|foo", "reopen|foo", "history|foo",
        "purge|foo", "play|foo", "verify|foo", "quarantine|show|foo", "edit|t1|--refund-of|foo",
        "organize|q3|--refund-of|foo",
      ]),
    Kind(
      testDescription: "a record that is not there, or of another kind", status: 66,
      commands: [
        "show|q99", "edit|t99|--note|x", "organize|q99", "organize|t1", "tag|q99|+x",
        "split|t99|1|--|2", "split|q3|1|--|2", "merge|t1|t99", "merge|t1|q3", "delete|q99",
        "restore|t99", "reopen|q3", "history|q99", "play|q99", "edit|t1|--refund-of|t99",
        "edit|t1|--refund-of|q3", "organize|q3|--refund-of|t99", "explain|q99",
        "places|near|q99", "undo|--op|99",
      ]),
    Kind(
      testDescription: "a record that is deleted", status: 66,
      commands: [
        "edit|q4|--note|x", "organize|q4", "tag|q4|+x", "delete|q4", "edit|t2|--note|x",
        "split|t2|1|--|2", "merge|t1|t2", "delete|t2", "reopen|t2", "edit|t1|--refund-of|t2",
        "organize|q3|--refund-of|t2",
      ]),
    Kind(
      testDescription: "a word that is none of a few, and a number of what is counted", status: 64,
      commands: [
        "add|1|--type|foo", "edit|t1|--type|foo", "organize|q3|--type|foo", "list|--type|foo",
        "undo|x", "undo|0", "redo|x", "history|--last|x", "split|t1|--into|x", "undo|--op|x",
      ]),
  ]

  @Test("is of one status, whichever command it is given to, and changes nothing", arguments: kinds)
  func status(_ kind: Kind) throws {
    let book = OrganizeBook()
    for amount in ["50", "60", "70", "80"] { try book.text("add", amount, "food") }
    try book.text("organize", "q1", "q2")
    try book.text("delete", "t2", "q4")
    let before = try book.text("history")
    for command in kind.commands {
      let words = command.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let outcome = book.run(words)
      #expect(outcome.status == kind.status, "\(words): \(outcome.errors)")
      #expect(outcome.output.isEmpty && !outcome.errors.isEmpty, "\(words)")
    }
    #expect(try book.text("history") == before)
  }
}
