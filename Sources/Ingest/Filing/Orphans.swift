import Hashing
import Linux
import Records
import Storage

/// Files of the store that a program which died before its COMMIT has left without a row (invariant 2). One is removed
/// only when its bytes are proven durable elsewhere: in another file that a row names, or in the inbox, read and hashed
/// again. What is not proven stays.
struct Orphans {
  private let archive: AudioArchive
  private let quarantine: QuarantineFolder
  private var recordings: [String: Digest]
  private var items: [UUID: [Digest]]
  /// Of what was found, in bytes.
  private let sizes: Set<Int64>

  /// Finds them; `reader` must hold the write lock, so that no other program is about to write the row.
  init(
    archive: AudioArchive, quarantine: QuarantineFolder, _ reader: StoreReader
  ) throws(StoreError) {
    self.archive = archive
    self.quarantine = quarantine
    let paths = archive.paths
    let known = try reader.archivePaths()
    var sizes: Set<Int64> = []
    recordings = [:]
    for path in try archive.files() where !known.contains(path) {
      if let status = try? fileStatus(at: paths.absolute(path)) { sizes.insert(status.size) }
      recordings[path] = KeptContent.digest(of: paths.absolute(path))
    }
    let knownItems = try reader.quarantineFolders()
    items = [:]
    for uuid in try quarantine.items() where !knownItems.contains(uuid) {
      if let digests = Orphans.digests(in: paths.absolute("quarantine/\(uuid)")) {
        items[uuid] = digests
        let folder = paths.absolute("quarantine/\(uuid)")
        for name in (try? Descriptor(opening: folder, [.directory]).entryNames()) ?? [] {
          if let status = try? fileStatus(at: "\(folder)/\(name)") { sizes.insert(status.size) }
        }
      }
    }
    self.sizes = sizes
  }

  var isEmpty: Bool { recordings.isEmpty && items.isEmpty }

  /// Whether one of them has this content.
  func contain(_ digest: Digest) -> Bool {
    recordings.values.contains(digest) || items.values.contains { $0.contains(digest) }
  }

  /// Removes those whose content has a home by now.
  mutating func removeProven(_ reader: StoreReader) throws(StoreError) {
    let kept = KeptContent(paths: archive.paths)
    try remove { digest throws(StoreError) in try kept.contains(digest, reader) }
  }

  /// Removes those whose content lies in one of these inboxes, where it was copied from: on a full disk they may be what
  /// keeps it from ever getting a home.
  mutating func removeWaiting(in inboxes: [String]) throws(StoreError) {
    var waiting: Set<Digest> = []
    for inbox in inboxes {
      guard let folder = try? Descriptor(opening: inbox, [.directory]),
        let names = try? folder.entryNames()
      else { continue }
      for name in names {
        guard let status = try? folder.status(of: name), status.kind == .regular,
          sizes.contains(status.size),
          let digest = KeptContent.durableDigest(of: name, in: folder)
        else { continue }
        waiting.insert(digest)
      }
    }
    let found = waiting
    if !found.isEmpty { try remove { digest in found.contains(digest) } }
  }

  private mutating func remove(
    _ hasHome: (Digest) throws(StoreError) -> Bool
  ) throws(StoreError) {
    for (path, digest) in recordings where try hasHome(digest) {
      try? Descriptor(opening: archive.paths.root, [.directory]).unlink(PathBytes(path))
      recordings[path] = nil
    }
    for (uuid, digests) in items {
      var areDurable = true
      for digest in digests where areDurable { areDurable = try hasHome(digest) }
      guard areDurable else { continue }
      try quarantine.remove(uuid)
      items[uuid] = nil
    }
  }

  /// Nil where anything of the item cannot be read: what is not known is not proven.
  private static func digests(in folder: String) -> [Digest]? {
    guard let directory = try? Descriptor(opening: folder, [.directory]),
      let names = try? directory.entryNames()
    else { return nil }
    var digests: [Digest] = []
    // The reason is ours, made anew with each item.
    for name in names where name != "reason.json" {
      guard let digest = KeptContent.digest(of: "\(folder)/\(name)") else { return nil }
      digests.append(digest)
    }
    return digests
  }
}
