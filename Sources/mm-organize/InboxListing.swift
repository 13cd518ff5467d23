import CommandLineTool
import Configuration
import InboxWatch
import JSON
import Linux
import Organizing
import Records
import Storage

/// The names in one inbox that its contract does not ignore, and what the daemon says of them, or the store of what was
/// taken and stays.
struct InboxListing {
  let entries: [InboxEntry]

  init(
    of inbox: InboxSettings, _ status: DaemonStatus, _ context: Context
  ) throws(Failure) {
    let path = inbox.path
    let canonical = (try? canonicalPath(path)) ?? path
    var names: [FileName] = []
    var strangers: Set<FileName> = []
    var files: [EntryFacts] = []
    let fileSystem: FileSystemKind
    do throws(SystemError) {
      let folder = try Descriptor(opening: path, [.directory])
      fileSystem = FileSystemKind(of: folder)
      for bytes in try folder.entryNames() {
        let name = FileName(bytes: bytes.bytes)
        guard NameRule(name) != .ignored else { continue }
        names.append(name)
        let status = try? folder.status(of: bytes)
        if status?.kind != .regular { strangers.insert(name) }
        if let status { files.append(EntryFacts(name: name, status: status)) }
      }
    } catch {
      throw Failure(
        error, "inbox", "The inbox \(path) cannot be read: \(error.code).",
        hint: "Name another with --inbox, or make the folder.")
    }
    names.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    let halves = OtherHalves(of: names.filter { !strangers.contains($0) })
    let waiting = status.inboxes.first { $0["path"]?.string == canonical }?["waiting"]?.array ?? []
    var said: [String: InboxEntry.Said] = [:]
    for memo in waiting.compactMap(\.object) {
      guard let name = memo["name"]?.string, let code = memo["code"]?.string else { continue }
      said[name] = InboxEntry.Said(
        code: code, since: memo["since"]?.string, message: memo["message"]?.string ?? "",
        arrived: memo["arrived"]?.string,
        before: memo["before"]?.array?.compactMap(\.object) ?? [])
    }
    let kept = try InboxListing.kept(
      files, in: canonical, on: fileSystem, inbox.place, context)
    entries = names.map { name in
      let pair = halves.half(of: name)
      // The daemon names a memo by its recording.
      return InboxEntry(
        inbox: canonical, name: name, pair: strangers.contains(name) ? nil : pair,
        isFile: !strangers.contains(name),
        said: ([name] + (pair.map { [$0] } ?? [])).lazy
          .compactMap { said[inbox.place.name($0).description] }.first, kept: kept[name])
    }
  }

  /// Those that were taken and stay; none where there is no store yet.
  private static func kept(
    _ files: [EntryFacts], in inbox: String, on fileSystem: FileSystemKind,
    _ places: PlaceRule, _ context: Context
  ) throws(Failure) -> [FileName: KeptInboxFile] {
    let store: Store
    do throws(StoreError) { store = try Store(at: context.paths, .readOnly) } catch {
      if case .notFound = error { return [:] }
      throw Failure(error)
    }
    return try context.attempt {
      try store.read { reader in
        guard try reader.keepsFiles(inbox: inbox) else { return [:] }
        var kept: [FileName: KeptInboxFile] = [:]
        for facts in files {
          let names = places.possibleNames(of: facts.name)
          func look(changed: Instant?) throws(StoreError) -> KeptInboxFile? {
            try reader.keptInboxFile(
              inbox: inbox, names: names, looking: facts.identity, changed: changed,
              on: fileSystem)
          }
          kept[facts.name] = try look(changed: facts.changed)
          guard kept[facts.name] == nil else { continue }
          let mayBe = try fileSystem.renumbersFiles ? true : look(changed: nil) != nil
          guard mayBe else { continue }
          kept[facts.name] = try InboxListing.read(facts.name, in: inbox).flatMap { content in
            try reader.keptInboxFile(inbox: inbox, names: names, contents: content.kept)
          }
        }
        return kept
      }
    }
  }

  /// Where its number says nothing, or its inode has changed, only its content tells which file it is; nil where that cannot be read.
  private static func read(_ name: FileName, in inbox: String) -> FileContent? {
    guard let folder = try? Descriptor(opening: inbox, [.directory]),
      let file = try? Descriptor(
        opening: PathBytes(name.bytes), in: folder, [.read, .noFollow, .nonBlocking])
    else { return nil }
    return try? FileContent(of: file, at: name.description)
  }
}
