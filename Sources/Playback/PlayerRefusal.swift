import Records

/// Why a recording cannot be played here.
public enum PlayerRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case noneInstalled
  /// The players that are there and cannot read it.
  case noneReads(SoundKind, [KnownPlayer])
  /// The one that is configured.
  case notInstalled(String)
  case cannotRead(String, SoundKind)

  public var description: String {
    switch self {
    case .noneInstalled:
      "No player is installed: looked for \(KnownPlayer.allCases.map(\.rawValue).joined(separator: ", "))."
    case .noneReads(let kind, let players):
      "\(players.map(\.rawValue).joined(separator: ", ")) cannot play \(kind.phrase), and no other player is installed."
    case .notInstalled(let name): "The configured player '\(name)' is no program on this system."
    case .cannotRead(let name, let kind):
      "The configured player '\(name)' cannot play \(kind.phrase)."
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .noneInstalled:
      "Install one, such as ffplay with 'apt install ffmpeg', or name yours in moneymom.conf: [display] player = …"
    case .noneReads:
      "Install ffplay, which can, with 'apt install ffmpeg', or name yours in moneymom.conf: [display] player = …"
    case .notInstalled, .cannotRead:
      "Name another in moneymom.conf, such as [display] player = ffplay, or take the line out."
    }
  }
}
