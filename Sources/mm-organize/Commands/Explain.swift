import CommandLineTool
import Configuration
import InboxWatch
import Linux
import Organizing
import Records
import Storage
import Text

/// `explain`: the story of a record, or of a file.
struct Explain {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    guard let word = context.arguments.operands.first else { return }
    if let id = RecordID(word) {
      return try StoryLines(context).write(
        context.read { try Storyteller($0).story(of: id) })
    }
    let file = try ExplainedFile(word, context)
    switch file.spot {
    case .inInbox(let inbox): try explain(file.name, in: inbox)
    case .elsewhere(let folder): try ExplainCopy(context).run(file, in: folder)
    case .gone(let inbox): try explainGone(file, inbox)
    }
  }

  private func explainGone(_ file: ExplainedFile, _ inbox: String?) throws(Failure) {
    let events = try context.read { try Storyteller($0).story(of: file.name, inbox: inbox) }
    guard !events.isEmpty else {
      throw Failure(
        .notFound, "never-came",
        "There is no file \(file.word), and none of that name has come to an inbox.",
        hint: "What lies in the inboxes: mm-organize inbox")
    }
    try StoryLines(context).write(events)
  }

  /// What earlier files of the name became, then what this one waits for.
  private func explain(_ name: FileName, in inbox: InboxSettings) throws(Failure) {
    let folder = (try? canonicalPath(inbox.path)) ?? inbox.path
    // Before the daemon has run for the first time there is no store, and nothing to remember.
    var events: [StoryEvent] = []
    if (try? fileStatus(at: context.paths.database)) != nil {
      events = try context.read { try Storyteller($0).story(of: name, inbox: folder) }
    }
    let status = try DaemonStatus(context)
    let there = try WaitingFile(context, folder: folder, name)
    guard
      let entry = try InboxListing(of: inbox, status, context).entries.first(where: {
        $0.name == name
      })
    else {
      return try StoryLines(context).write(events.inOrder + [there.ignored])
    }
    try StoryLines(context).write(
      events.inOrder + there.events(of: entry, isRunning: status.document != nil).inOrder)
  }
}
