import Linux
import Records
import Storage

/// Files of the store that a program which died before its COMMIT has left without a row (invariant 2). One is removed
/// only when its bytes are proven durable elsewhere: in another file that a row names, or in the inbox, read and hashed
/// again. What is not proven stays.
///
/// What takes long, the reading, is done while others may write to the store; what it says is looked at again before
/// anything is removed.
struct Orphans {
  private enum Place: Hashable {
    case recording(String)
    case item(UUID)
    /// What was to join an item that is held.
    case joined(PathBytes, QuarantineItem)
  }

  private let archive: AudioArchive
  private let quarantine: QuarantineFolder
  private var unread: [Place] = []
  /// The contents of all that lies at a place.
  private var contents: [Place: [Digest]] = [:]
  /// Of what was found, in bytes.
  private var sizes: Set<Int64> = []

  private var paths: StorePaths { archive.paths }

  /// Finds them; `reader` must hold the write lock, so that no other program is about to write the row.
  init(
    archive: AudioArchive, quarantine: QuarantineFolder, _ reader: StoreReader
  ) throws(StoreError) {
    self.archive = archive
    self.quarantine = quarantine
    let known = try reader.archivePaths()
    for path in try archive.files() where !known.contains(path) {
      if let status = try? fileStatus(at: paths.absolute(path)) { sizes.insert(status.size) }
      unread.append(.recording(path))
    }
    let knownItems = try reader.quarantineFolders()
    let there = try quarantine.items()
    for uuid in there where !knownItems.contains(uuid) {
      sizes.formUnion(try quarantine.entries(of: uuid, besides: []).values.map(\.size))
      unread.append(.item(uuid))
    }
    try findJoined(in: there, reader)
  }

  private mutating func findJoined(
    in there: Set<UUID>, _ reader: StoreReader
  ) throws(StoreError) {
    for (uuid, known) in try reader.heldPaths() where there.contains(uuid) {
      let names = Set(known.map { PathBytes(String($0.split(separator: "/").last ?? "")) })
      let strangers = try quarantine.entries(of: uuid, besides: names)
      guard !strangers.isEmpty, let item = try reader.heldItem(uuid) else { continue }
      for (name, status) in strangers {
        sizes.insert(status.size)
        unread.append(.joined(name, item))
      }
    }
  }

  /// Reads what was found.
  mutating func read() {
    for place in unread {
      // What is not known is not proven.
      if let digests = digests(at: place) { contents[place] = digests }
    }
    unread = []
  }

  private func digests(at place: Place) -> [Digest]? {
    switch place {
    case .recording(let path): return KeptContent.digest(of: paths.absolute(path)).map { [$0] }
    case .joined(let name, let item):
      return KeptContent.digest(of: paths.absolute("quarantine/\(item.uuid)/\(name)")).map { [$0] }
    case .item(let uuid):
      // The reason is ours, made anew with each item.
      guard let names = try? quarantine.entries(of: uuid, besides: []).keys else { return nil }
      var digests: [Digest] = []
      for name in names {
        guard let digest = KeptContent.digest(of: paths.absolute("quarantine/\(uuid)/\(name)"))
        else { return nil }
        digests.append(digest)
      }
      return digests
    }
  }

  var isEmpty: Bool { contents.isEmpty }

  /// Whether one of them has this content.
  func contain(_ digest: Digest) -> Bool { contents.values.contains { $0.contains(digest) } }

  /// Where the store has what they hold by now.
  func findHomes(_ reader: StoreReader) throws(StoreError) -> [Digest: KeptContent.Home] {
    let kept = KeptContent(paths: paths)
    var homes: [Digest: KeptContent.Home] = [:]
    for digest in Set(contents.values.joined()) {
      homes[digest] = try kept.home(of: digest, reader)
    }
    return homes
  }

  /// Removes those whose content has one of these homes still; `reader` must hold the write lock, so that nobody takes
  /// that away meanwhile.
  mutating func remove(
    at homes: [Digest: KeptContent.Home], _ reader: StoreReader
  ) throws(StoreError) {
    var durable: Set<Digest> = []
    for (digest, home) in homes where try home.stands(for: digest, reader) {
      durable.insert(digest)
    }
    try remove(where: durable, reader)
  }

  /// The contents of them that lie in one of these inboxes, where they were copied from: on a full disk they may be
  /// what keeps it from ever getting a home.
  func findWaiting(in inboxes: [String]) -> Set<Digest> {
    var waiting: Set<Digest> = []
    for inbox in inboxes {
      guard let folder = try? Descriptor(opening: inbox, [.directory]),
        let names = try? folder.entryNames()
      else { continue }
      var here: Set<Digest> = []
      for name in names {
        guard let status = try? folder.status(of: name), status.kind == .regular,
          sizes.contains(status.size),
          let digest = KeptContent.durableDigest(of: name, in: folder)
        else { continue }
        here.insert(digest)
      }
      // Their names too: after a power cut what was just renamed into the inbox may be nowhere.
      guard !here.isEmpty, (try? folder.synchronizeNames()) != nil else { continue }
      waiting.formUnion(here)
    }
    return waiting
  }

  /// Removes those whose contents are all among these, and that have no row still; `reader` must hold the write lock.
  mutating func remove(
    where durable: Set<Digest>, _ reader: StoreReader
  ) throws(StoreError) {
    for (place, digests) in contents where durable.isSuperset(of: digests) {
      switch place {
      case .recording(let path):
        guard try !isNamed(path, digests, reader) else { continue }
        try? Descriptor(opening: paths.root, [.directory]).unlink(PathBytes(path))
      case .item(let uuid):
        guard try !reader.quarantineFolders().contains(uuid) else { continue }
        try quarantine.remove(uuid)
      case .joined(let name, let item):
        guard try !isNamed("quarantine/\(item.uuid)/\(name)", digests, reader) else { continue }
        try? quarantine.withdraw(name, from: item)
      }
      contents[place] = nil
    }
  }

  private func isNamed(
    _ path: String, _ digests: [Digest], _ reader: StoreReader
  ) throws(StoreError) -> Bool {
    for digest in digests where try reader.paths(of: digest).contains(path) { return true }
    return false
  }
}
