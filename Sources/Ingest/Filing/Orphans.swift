import Hashing
import Linux
import Records
import Storage

/// Files of the store that a program which died before its COMMIT has left without a row (invariant 2). One is removed
/// only when its bytes are proven durable elsewhere: in another file that a row names, read and hashed again. What
/// is not proven stays.
struct Orphans {
  private let archive: AudioArchive
  private let quarantine: QuarantineFolder
  private var recordings: [String: Digest]
  private var items: [UUID: [Digest]]

  /// Finds them; `reader` must hold the write lock, so that no other program is about to write the row.
  init(
    archive: AudioArchive, quarantine: QuarantineFolder, _ reader: StoreReader
  ) throws(StoreError) {
    self.archive = archive
    self.quarantine = quarantine
    let paths = archive.paths
    let known = try reader.archivePaths()
    recordings = [:]
    for path in try archive.files() where !known.contains(path) {
      recordings[path] = KeptContent.digest(of: paths.absolute(path))
    }
    let knownItems = try reader.quarantineFolders()
    items = [:]
    for uuid in try quarantine.items() where !knownItems.contains(uuid) {
      if let digests = Orphans.digests(in: paths.absolute("quarantine/\(uuid)")) {
        items[uuid] = digests
      }
    }
  }

  var isEmpty: Bool { recordings.isEmpty && items.isEmpty }

  /// Whether one of them has this content.
  func contain(_ digest: Digest) -> Bool {
    recordings.values.contains(digest) || items.values.contains { $0.contains(digest) }
  }

  /// Removes those whose content has a home by now.
  mutating func removeProven(_ reader: StoreReader) throws(StoreError) {
    let paths = archive.paths
    let kept = KeptContent(paths: paths)
    for (path, digest) in recordings where try kept.contains(digest, reader) {
      try? Descriptor(opening: paths.root, [.directory]).unlink(PathBytes(path))
      recordings[path] = nil
    }
    for (uuid, digests) in items {
      var areDurable = true
      for digest in digests where areDurable { areDurable = try kept.contains(digest, reader) }
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
