import Linux

/// Where the parts of a store lie.
public struct StorePaths: Hashable, Sendable {
  /// The store folder, without a slash at its end.
  public let root: String

  public init(root: String) {
    var root = root
    while root.count > 1, root.hasSuffix("/") { root.removeLast() }
    self.root = root
  }

  public var database: String { "\(root)/records.sqlite3" }
  public var audio: String { "\(root)/audio" }
  public var quarantine: String { "\(root)/quarantine" }
  public var status: String { "\(root)/status.json" }
  /// What the daemon is trying just now.
  public var inHand: String { "\(root)/in-hand" }
  public var lock: String { "\(root)/lock" }

  /// The copy made before the migration that leaves schema `version` behind.
  public func backup(ofVersion version: Int) -> String { "\(database).v\(version).backup" }

  /// The absolute path of something that a row names relative to the store.
  public func absolute(_ relative: String) -> String { "\(root)/\(relative)" }

  /// Whether this is the place of a file that a row names, `audio/<yyyy>/<mm>/<name>` or `quarantine/<uuid>/<name>`: what a
  /// damaged row says may lead out of the store.
  public static func isPlaceOfFile(_ relative: String) -> Bool {
    let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return false }
    return parts.count == 4 && parts[0] == "audio" || parts.count == 3 && parts[0] == "quarantine"
  }

  /// Whether this is the place of something set aside, `quarantine/<uuid>`.
  public static func isPlaceOfItem(_ relative: String) -> Bool {
    isPlaceOfFile("\(relative)/file") && relative.hasPrefix("quarantine/")
  }
}

/// The modes that everything in a store gets, by the mode of its folder and whatever the umask (`records.md`,
/// "Store"): 0700 gives 0700 and 0600, a setgid 2770 gives 2770 and 0660.
public struct StoreModes: Hashable, Sendable {
  public let directory: UInt32
  public let file: UInt32

  public init(rootMode: UInt32) {
    directory = rootMode & 0o2777
    file = rootMode & 0o666
  }

  /// Reads the mode of the store folder.
  public init(of paths: StorePaths) throws(StoreError) {
    do throws(SystemError) {
      self.init(rootMode: try fileStatus(at: paths.root).mode)
    } catch { throw StoreError(error, at: paths.root) }
  }
}
