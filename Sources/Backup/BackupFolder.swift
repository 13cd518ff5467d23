import JSON
import Linux
import Records

/// A backup in a folder, for reading.
public struct BackupFolder: Sendable {
  let layout: BackupLayout

  private init(layout: BackupLayout) { self.layout = layout }

  /// The backup that is there; throws `notFound` where there is none, and `newer` where this program may not judge it.
  public init(opening path: String) throws(BackupError) {
    let layout = BackupLayout(root: path)
    let state: State
    do throws(BackupError) { state = try BackupFolder.state(of: layout) } catch {
      if case .occupied = error { throw .notFound(path: layout.root) }
      throw error
    }
    guard state == .backup else { throw .notFound(path: layout.root) }
    self.layout = layout
  }

  enum State: Hashable {
    case missing, empty, backup
  }

  /// What is at the folder's place; throws `occupied` where it is something else. Changes nothing.
  static func state(of layout: BackupLayout) throws(BackupError) -> State {
    let names: [PathBytes]
    do throws(SystemError) {
      names = try Descriptor(opening: layout.root, [.directory]).entryNames()
    } catch {
      if error.code == .notFound { return .missing }
      if error.code == .notDirectory { throw .occupied(path: layout.root, by: "a file") }
      throw BackupError(error, at: layout.root)
    }
    if names.contains(BackupLayout.marker) {
      try checkVersion(layout)
      return .backup
    }
    // A marker that a killed program was writing is nobody's; a new disk comes with a folder of its own.
    let other = names.first { !Marker.isDraft($0) && $0 != "lost+found" }
    guard let other else { return .empty }
    if hasSnapshots(layout) { throw .unmarked(path: layout.root) }
    throw .occupied(path: layout.root, by: other.description)
  }

  private static func hasSnapshots(_ layout: BackupLayout) -> Bool {
    ((try? BackupFolder(layout: layout).snapshots()) ?? []).isEmpty == false
  }

  private static func checkVersion(_ layout: BackupLayout) throws(BackupError) {
    let path = "\(layout.root)/\(BackupLayout.marker)"
    let bytes = try onBackup(path) { () throws(SystemError) in
      try Descriptor(opening: path, [.noFollow, .nonBlocking]).readAll(limit: 1 << 20) ?? []
    }
    guard let version = (try? JSONReader.read(bytes))?.object?[Marker.key]?.integer else {
      if hasSnapshots(layout) { throw .unmarked(path: layout.root) }
      throw .damaged(path: path, detail: "it says no version of a backup")
    }
    guard version <= BackupLayout.version else {
      throw .newer(path: layout.root, found: Int(version), known: BackupLayout.version)
    }
  }
}

/// The file that says what the folder is.
enum Marker {
  static let key = "moneymom_backup"

  static func isDraft(_ name: PathBytes) -> Bool {
    name.bytes.starts(with: ".moneymom-backup.".utf8) && BackupLayout.isTemporary(name)
  }

  static func draftName(_ unique: UUID) -> PathBytes {
    PathBytes(".moneymom-backup.\(unique).part")
  }

  static var text: [UInt8] {
    let document: JSONValue = [
      key: .integer(BackupLayout.version),
      "about":
        "Made by 'mm-organize backup'. 'mm-organize restore-backup' makes a store of it again.",
    ]
    return document.utf8(.indented) + [UInt8(ascii: "\n")]
  }
}
