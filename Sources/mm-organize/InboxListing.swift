import CommandLineTool
import Configuration
import InboxWatch
import JSON
import Linux
import Records

/// The names in one inbox that its contract does not ignore, and what the daemon says of them.
struct InboxListing {
  let entries: [InboxEntry]

  init(of inbox: InboxSettings, _ status: DaemonStatus) throws(Failure) {
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
        code: code, since: memo["since"]?.string, message: memo["message"]?.string ?? "",
        arrived: memo["arrived"]?.string,
        before: memo["before"]?.array?.compactMap(\.object) ?? [])
    }
    entries = names.map { name in
      // By its stem, `lunch.wav.json` would fit itself.
      let pair = files.first {
        name.isSidecarName
          ? !$0.isSidecarName && name.isSidecar(of: $0) : $0.isSidecar(of: name)
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
