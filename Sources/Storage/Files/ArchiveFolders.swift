import Linux
import Records
import Synchronization

/// The folder of one month in the archive, open.
final class ArchiveFolder: Sendable {
  /// Relative to the store: `audio/2026/11`.
  let path: String
  let descriptor: Descriptor

  fileprivate init(
    _ month: [String], below root: String, _ modes: StoreModes
  ) throws(SystemError) {
    path = month.joined(separator: "/")
    descriptor = try StoreFolders(modes).open(month, below: root)
  }

  /// Whether its path still leads to it.
  func isThere(below root: String) -> Bool {
    guard let own = try? descriptor.status(), let found = try? fileStatus(at: "\(root)/\(path)")
    else { return false }
    return FileKey(own) == FileKey(found)
  }
}

/// Opens the folders of the archive, making them where they are missing; the last one stays open, since most recordings
/// of a day go to one place.
final class ArchiveFolders: Sendable {
  private let root: String
  private let modes: StoreModes
  private let last = Mutex<ArchiveFolder?>(nil)

  init(below root: String, _ modes: StoreModes) {
    self.root = root
    self.modes = modes
  }

  /// The folder of the instant's month (UTC).
  func folder(of instant: Instant) throws(SystemError) -> ArchiveFolder {
    let days = (instant.seconds - (instant.seconds < 0 ? 86_399 : 0)) / 86_400
    let date = CalendarDay(daysSinceEpoch: Int(days)).description.split(separator: "-")
    let month = ["audio", String(date[0]), String(date[1])]
    if let known = last.withLock({ $0 }), known.path == month.joined(separator: "/"),
      known.isThere(below: root)
    {
      return known
    }
    let opened = try ArchiveFolder(month, below: root, modes)
    last.withLock { $0 = opened }
    return opened
  }
}
