import Linux
import Records

/// Where the parts of a backup lie:
///
/// ```
/// DIR/moneymom-backup.json                    says that this is a backup, and of which version; locked by who writes
/// DIR/content/<2 digits>/<SHA-256>            each recording and each file set aside, once for all snapshots
/// DIR/snapshots/<UTC time>-<digits>/
///     records.sqlite3                         the database at one instant, whole in one file
///     manifest.json                           what it was made of, and which content is which file of the store
///     SHA256SUMS                              of these two, as sha256sum(1) checks it
/// ```
///
/// Whatever is written has a temporary name, which begins with a point and ends in `.part`, until it is on the disk
/// and has been read again; then it is renamed, and its folder synchronised. A snapshot gets its name last, when all
/// that it names has its own. Nothing under a final name is ever changed.
struct BackupLayout: Hashable, Sendable {
  /// Grows when an older program would misread what a newer one writes.
  static let version = 1

  static let marker: PathBytes = "moneymom-backup.json"
  static let manifest: PathBytes = "manifest.json"
  static let sums: PathBytes = "SHA256SUMS"
  static let database: PathBytes = "records.sqlite3"

  /// The folder, without a slash at its end.
  let root: String

  init(root: String) {
    var root = root
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    self.root = root
  }

  var content: String { "\(root)/content" }
  var snapshots: String { "\(root)/snapshots" }

  func content(_ digest: Digest) -> String {
    let name = digest.description
    return "\(content)/\(name.prefix(2))/\(name)"
  }

  func snapshot(_ id: SnapshotID) -> String { "\(snapshots)/\(id)" }

  static func isTemporary(_ name: PathBytes) -> Bool {
    name.bytes.first == UInt8(ascii: ".") && name.bytes.suffix(5).elementsEqual(".part".utf8)
  }
}
