import Records

/// What an entry is by its name alone (`inbox.md`, "Names"). Letter case never counts, and only ASCII letters have
/// one here, since every pattern is ASCII.
public enum NameRule: Hashable, Sendable {
  /// Not finished, not a memo, or our own.
  case ignored
  case sidecar
  /// A candidate recording: its content decides.
  case recording

  public init(_ name: FileName) {
    let letters = name.bytes.map(lowercase)
    if NameRule.isIgnored(letters) {
      self = .ignored
    } else if letters.hasSuffix(sidecarEnding) {
      self = .sidecar
    } else {
      self = .recording
    }
  }

  /// Our own names for files that are about to be removed; a leading dot keeps them out of every inbox.
  public static let privatePrefix = ".moneymom-"

  public static func isPrivate(_ name: FileName) -> Bool {
    name.bytes.starts(with: privatePrefix.utf8)
  }

  /// A leading dot or tilde covers syncthing's `.syncthing.*` and `~syncthing~*`, rsync's `.memo.m4a.Xa3f1Z` and
  /// AppleDouble's `._memo.m4a`.
  private static func isIgnored(_ letters: [UInt8]) -> Bool {
    guard let first = letters.first, first != UInt8(ascii: "."), first != UInt8(ascii: "~")
    else { return true }
    return wholeNames.contains { letters.elementsEqual($0) }
      || endings.contains { letters.hasSuffix($0) }
  }

  private static let wholeNames = ["thumbs.db", "desktop.ini"].map { Array($0.utf8) }

  private static let endings = [
    ".part", ".partial", ".filepart", ".crdownload", ".download", ".tmp", ".temp", ".swp", "~",
    ":zone.identifier",
  ].map { Array($0.utf8) }
}

private let sidecarEnding = Array(".json".utf8)

private func lowercase(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

extension [UInt8] {
  fileprivate func hasSuffix(_ ending: [UInt8]) -> Bool {
    count >= ending.count && self[(count - ending.count)...].elementsEqual(ending)
  }
}
