import Linux
import Storage

/// An inbox that is a store or a backup, or lies in one: its files would be taken for memos, and removed. Told by what the
/// folder and those above it hold, since the same folder may have another path, by a bind mount or FUSE.
public struct MisplacedFolder: Error, Hashable, Sendable {
  public enum Owner: String, Sendable {
    case store
    case backup
  }

  /// The inbox, or the store in a backup.
  public let folder: String
  public let owner: Owner
  /// Where the owner was found.
  public let place: String

  /// The first such inbox. Each path is canonical where there is something.
  public static func find(store: String, inboxes: [String]) -> MisplacedFolder? {
    for inbox in inboxes {
      if let found = find(inbox, beside: store) { return found }
    }
    return find(store, in: [.backup])
  }

  /// Of one inbox beside the daemon's store.
  static func find(_ inbox: String, beside store: String) -> MisplacedFolder? {
    if let found = find(inbox, in: [.store, .backup]) { return found }
    guard let own = try? fileStatus(at: inbox) else { return nil }
    let parts = [store] + folders(in: store, depth: 3)
    let isPart = parts.contains { part in
      (try? fileStatus(at: part)).map { $0.device == own.device && $0.inode == own.inode } ?? false
    }
    return isPart ? MisplacedFolder(folder: inbox, owner: .store, place: store) : nil
  }

  private static func find(_ folder: String, in owners: [Owner]) -> MisplacedFolder? {
    var place = folder
    while !place.isEmpty {
      for owner in owners where isThere(owner, at: place == "/" ? "" : place) {
        return MisplacedFolder(folder: folder, owner: owner, place: place)
      }
      guard place != "/", let slash = place.lastIndex(of: "/") else { break }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
    return nil
  }

  private static func isThere(_ owner: Owner, at place: String) -> Bool {
    switch owner {
    case .store: StorePlace.isStore(StorePaths(root: place))
    case .backup: (try? fileStatus(at: "\(place)/moneymom-backup.json").kind) == .regular
    }
  }

  /// `audio/<yyyy>/<mm>` and `quarantine/<uuid>` are as deep as a store goes.
  private static func folders(in folder: String, depth: Int) -> [String] {
    guard depth > 0, let opened = try? Descriptor(opening: folder, [.directory]),
      let names = try? opened.entryNames()
    else { return [] }
    return names.flatMap { name -> [String] in
      guard (try? opened.status(of: name).kind) == .directory else { return [] }
      let path = "\(folder)/\(name)"
      return [path] + folders(in: path, depth: depth - 1)
    }
  }
}

extension MisplacedFolder: CustomStringConvertible {
  public var description: String {
    let what = owner == .store ? "a store" : "a backup"
    return folder == place
      ? "\(folder) is \(what) of Money Mom already."
      : "\(folder) is a part of \(place), which is \(what) of Money Mom."
  }

  public var cure: String { "Choose a folder that is no part of a store or a backup." }
}
