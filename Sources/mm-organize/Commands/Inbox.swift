import CommandLineTool
import JSON
import Linux
import Records
import Text

/// `inbox`: what waits in the inboxes, and what for.
struct Inbox {
  let context: Context
  init(_ context: Context) { self.context = context }

  private struct Entry {
    let inbox: String
    let name: FileName
    let pair: FileName?
    let code: String?
    let since: String?
    let message: String
    let isWaiting: Bool
  }

  func run() throws(Failure) {
    let status = try DaemonStatus(context)
    var entries: [Entry] = []
    for inbox in context.settings.inboxes { entries += try look(into: inbox.path, status) }
    if context.isJSON { return try context.output.write(.array(entries.map(json))) }
    if entries.isEmpty { return try context.output.line("The inbox is empty.") }
    var table = Table([.left, .left, .left])
    for entry in entries {
      table.add([
        Table.Cell(entry.name.description.cut(toWidth: 50)),
        Table.Cell(entry.code ?? ""), Table.Cell(entry.message.visible),
      ])
    }
    for line in table.lines() { try context.output.line(line) }
    if status.document == nil {
      try context.output.line("mm-ingestd does not run, so nothing is taken just now.")
    }
  }

  private func look(into path: String, _ status: DaemonStatus) throws(Failure) -> [Entry] {
    let names: [FileName]
    do throws(SystemError) {
      names = try Descriptor(opening: path, [.directory]).entryNames()
        .filter { $0.bytes.first != UInt8(ascii: ".") }.map { FileName(bytes: $0.bytes) }
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    } catch {
      throw Failure(
        error.code == .notFound ? .notFound : .noPermission, "inbox",
        "The inbox \(path.visible) cannot be read: \(error.code).",
        hint: "Name another with --inbox, or make the folder.")
    }
    let canonical = (try? canonicalPath(path)) ?? path
    let waiting = status.inboxes.first { $0["path"]?.string == canonical }?["waiting"]?.array ?? []
    return names.map { name in
      let said = waiting.first { $0.object?["name"]?.string == name.description }?.object
      return Entry(
        inbox: canonical, name: name,
        pair: names.first { name.isSidecarName ? name.isSidecar(of: $0) : $0.isSidecar(of: name) },
        code: said?["code"]?.string, since: said?["since"]?.string,
        message: said?["message"]?.string ?? (status.document == nil ? "" : "To be looked at."),
        isWaiting: said != nil)
    }
  }

  private func json(_ entry: Entry) -> JSONValue {
    [
      "inbox": .string(entry.inbox), "name": .string(entry.name.description),
      "role": .string(entry.name.isSidecarName ? "sidecar" : "recording"),
      "pair": JSONValue(entry.pair?.description),
      "state": .string(entry.isWaiting ? "waiting" : "present"), "code": JSONValue(entry.code),
      "since": JSONValue(entry.since), "message": .string(entry.message),
    ]
  }
}
