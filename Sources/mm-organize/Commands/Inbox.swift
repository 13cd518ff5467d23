import CommandLineTool
import Configuration
import InboxWatch
import JSON
import Linux
import Records
import Text

/// `inbox`: what lies in the inboxes, and what it waits for.
struct Inbox {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let status = try DaemonStatus(context)
    let isRunning = status.document != nil
    var entries: [InboxEntry] = []
    for inbox in context.settings.inboxes { entries += try look(into: inbox, status) }
    if context.isJSON {
      return try context.output.write(.array(entries.map { $0.json(isRunning: isRunning) }))
    }
    if entries.isEmpty { return try context.output.line("The inbox is empty.") }
    var table = Table([.left, .left, .left])
    for entry in entries {
      table.add([
        Table.Cell(entry.name.description.cut(toWidth: 50)),
        Table.Cell(entry.said?.code ?? entry.state.rawValue),
        Table.Cell(entry.message(isRunning: isRunning).visible),
      ])
    }
    for line in table.lines() { try context.output.line(line) }
    if !isRunning {
      try context.output.line("mm-ingestd does not run, so nothing is taken just now.")
    }
  }

  /// The names that the inbox contract does not ignore, and what the daemon says of them.
  private func look(
    into inbox: InboxSettings, _ status: DaemonStatus
  ) throws(Failure) -> [InboxEntry] {
    let path = inbox.path
    let canonical = (try? canonicalPath(path)) ?? path
    var names: [FileName] = []
    var strangers: Set<FileName> = []
    do throws(SystemError) {
      let folder = try Descriptor(opening: path, [.directory])
      for bytes in try folder.entryNames() {
        let name = FileName(bytes: bytes.bytes)
        guard NameRule(name) != .ignored else { continue }
        names.append(name)
        if (try? folder.status(of: bytes).kind) != .regular { strangers.insert(name) }
      }
    } catch {
      throw Failure(
        error, "inbox", "The inbox \(path) cannot be read: \(error.code).",
        hint: "Name another with --inbox, or make the folder.")
    }
    names.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    let files = names.filter { !strangers.contains($0) }
    let waiting = status.inboxes.first { $0["path"]?.string == canonical }?["waiting"]?.array ?? []
    var said: [String: InboxEntry.Said] = [:]
    for memo in waiting.compactMap(\.object) {
      guard let name = memo["name"]?.string, let code = memo["code"]?.string else { continue }
      said[name] = InboxEntry.Said(
        code: code, since: memo["since"]?.string, message: memo["message"]?.string ?? "")
    }
    return names.map { name in
      let pair = files.first {
        name.isSidecarName ? name.isSidecar(of: $0) : $0.isSidecar(of: name)
      }
      // The daemon names a memo by its recording.
      return InboxEntry(
        inbox: canonical, name: name, pair: strangers.contains(name) ? nil : pair,
        isFile: !strangers.contains(name),
        said: ([name] + (pair.map { [$0] } ?? [])).lazy
          .compactMap { said[inbox.place.name($0).description] }.first)
    }
  }
}
