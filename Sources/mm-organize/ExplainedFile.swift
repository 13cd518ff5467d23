import CommandLineTool
import Configuration
import Linux
import Records

/// The file that an operand of `explain` means.
struct ExplainedFile {
  enum Spot {
    case inInbox(InboxSettings)
    /// In another folder, as it was given.
    case elsewhere(folder: String)
    /// Not there; nil where it may have been in any inbox.
    case gone(inbox: String?)
  }

  /// As it was typed.
  let word: String
  let name: FileName
  let spot: Spot

  /// A bare name is looked for in the inboxes first. What is typed is tried as it stands, then as a listing shows a name
  /// that is no UTF-8.
  init(_ word: String, _ context: Context) throws(Failure) {
    self.word = word
    let slash = word.lastIndex(of: "/")
    let last = slash.map { word[word.index(after: $0)...] } ?? word[...]
    guard !last.isEmpty, last != ".", last != ".." else {
      throw Failure(
        .usage, "no-file", "'\(word.visible)' is no name of a file.",
        hint: "Give an ID like q12, or a file.")
    }
    let names = [FileName(String(last)), FileName(written: last)]
    let inboxes = context.settings.inboxes
    guard let slash else {
      for inbox in inboxes {
        for name in names where ExplainedFile.isThere(name, in: inbox.path) {
          (self.name, spot) = (name, .inInbox(inbox))
          return
        }
      }
      for name in names where ExplainedFile.isThere(name, in: ".") {
        (self.name, spot) = (name, .elsewhere(folder: "."))
        return
      }
      (self.name, spot) = (names[1], .gone(inbox: nil))
      return
    }
    let folder = slash == word.startIndex ? "/" : String(word[..<slash])
    let canonical = (try? canonicalPath(folder)) ?? folder
    let inbox = inboxes.first { ((try? canonicalPath($0.path)) ?? $0.path) == canonical }
    for name in names where ExplainedFile.isThere(name, in: folder) {
      (self.name, spot) = (name, inbox.map { .inInbox($0) } ?? .elsewhere(folder: folder))
      return
    }
    (name, spot) = (names[1], .gone(inbox: inbox == nil ? nil : canonical))
  }

  private static func isThere(_ name: FileName, in folder: String) -> Bool {
    guard !name.bytes.contains(0), let folder = try? Descriptor(opening: folder, [.directory])
    else { return false }
    return (try? folder.status(of: PathBytes(name.bytes))) != nil
  }
}
