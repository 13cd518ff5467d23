import CommandLineTool
import Records

/// What somebody may have meant by a word that stands where no such word can.
struct WordAdvice {
  private let command: String
  init(_ arguments: Arguments) { command = arguments.command }

  /// Of a word in the place of an ID, in the whole command as it should be.
  func hint(for word: String, among words: [String]) -> String {
    let id = words.lazy.compactMap { RecordID($0) }.first?.description ?? "q12"
    let bare = word.drop { "+-".contains($0) }
    let value = String(bare).shellWord
    switch command {
    case "tag" where !bare.isEmpty:
      return "A tag has + or - before it, like: mm-organize tag \(id) \("+\(bare)".shellWord)"
    case "organize", "edit":
      let option = WordAdvice.isNumber(bare) ? "--amount" : "--tag"
      return "A field is given by its option, like: mm-organize \(command) \(id) \(option) \(value)"
    default:
      return "An ID is a letter and a number, like q12; 'mm-organize list' shows them."
    }
  }

  /// Of an ID of a kind that the command does not take.
  func hint(for id: RecordID, _ kinds: [RecordID.Kind]) -> String? {
    switch (id.kind, kinds) {
    case (.quickRecord, [.transaction]):
      return
        "Organise it first: mm-organize organize \(id). Where that is done, 'mm-organize show \(id)' names its transaction."
    case (.transaction, [.quickRecord]):
      return "It is organised already; this changes it: mm-organize edit \(id)"
    case (.quarantine, _): return "What can be done with it: mm-organize quarantine show \(id)"
    default: return nil
    }
  }

  /// Of a word in the place of the command, with what follows it.
  static func hint(forCommand words: [String]) -> String? {
    guard let id = words.first.flatMap({ RecordID($0) }) else { return nil }
    let verbs = Declaration.program.commands.map(\.name)
    let verb = words.dropFirst().first { !$0.isEmpty && verbs.contains($0) }
    return "The command comes first, like: mm-organize \(verb ?? "show") \(id)"
  }

  static func isNumber(_ word: some StringProtocol) -> Bool {
    word.first.map { $0.isNumber || $0 == "." || $0 == "," } ?? false
  }
}
