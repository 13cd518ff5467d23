import InboxWatch
import Linux
import Records
import Storage
import Synchronization

/// What was taken from an inbox and stays there, as the store tells it, for whoever must not wait for the filer. By a
/// connection of its own, which only reads: one that stands still, since its inbox does, stops no other inbox.
final class KeptFiles: InboxMemory {
  private let store: Mutex<Store>
  private let paths: StorePaths
  private let places: PlaceRules

  init(paths: StorePaths, places: PlaceRules) throws(StoreError) {
    self.paths = paths
    store = Mutex(try Store(at: paths, .readOnly))
    self.places = places
  }

  func read<Result: Sendable>(
    _ body: @Sendable (StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let result: Swift.Result<Result, StoreError> = store.withLock { store in
      do { return .success(try store.read { try body($0) }) } catch {
        return .failure(
          error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)"))
      }
    }
    return try result.get()
  }

  func knows(_ facts: EntryFacts, in inbox: InboxFolder) -> Bool {
    let found = try? read { reader throws(StoreError) in
      try look(at: facts, in: inbox, reader)
    }
    return found.flatMap { $0 } != nil
  }

  /// What was taken and looks like this file.
  func look(
    at facts: EntryFacts, in inbox: InboxFolder, _ reader: StoreReader
  ) throws(StoreError) -> KeptInboxFile? {
    try reader.keptInboxFile(
      inbox: inbox.path, names: storedNames(of: facts.name, in: inbox.path),
      looking: facts.identity, changed: facts.changed, on: inbox.fileSystem)
  }

  /// Whether the store truly has this content: its files are read, while nobody has to wait for that.
  func hold(_ digest: Digest) throws(StoreError) -> Bool {
    let (isSidecar, found) = try read { reader throws(StoreError) in
      (try reader.holdsSidecar(digest), try reader.paths(of: digest))
    }
    return isSidecar || found.contains { KeptContent.digest(of: paths.absolute($0)) == digest }
  }

  func storedNames(of name: FileName, in inbox: String) -> [FileName] {
    places[inbox].possibleNames(of: name)
  }

  func filesToJudge(in inbox: String, among names: () -> [FileName]) -> [InboxFile] {
    let kept = try? read { reader throws(StoreError) in
      try reader.keptFilesToJudge(inbox: inbox)
    }
    guard let kept, !kept.isEmpty else { return [] }
    let identities = Dictionary(grouping: kept, by: \.name)
    return names().flatMap { name in
      storedNames(of: name, in: inbox).flatMap { identities[$0] ?? [] }
        .map { InboxFile(name: name, identity: $0.identity) }
    }
  }
}
