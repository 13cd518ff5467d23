import Records

/// A player that was chosen, with what it is told.
public struct PlayerCommand: Hashable, Sendable {
  /// The path of the program.
  public let program: String
  /// All that stands before the file.
  public let arguments: [String]

  public init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// As it is started: the program, its arguments and, last, the file, whose path is absolute, so that no name of a file
  /// can be taken for an option.
  public func words(for file: String) -> [String] { [program] + arguments + [file] }
}

/// Chooses the player, given what is installed.
public struct PlayerChoice {
  /// The command that the configuration names; nil for the first of the known players that will do.
  let wish: [String]?
  /// The path of a program by its name or path; nil where there is none.
  let find: (String) -> String?

  public init(wish: [String]?, find: @escaping (String) -> String?) {
    self.wish = wish
    self.find = find
  }

  public func player(for kind: SoundKind) throws(PlayerRefusal) -> PlayerCommand {
    if let wish, let name = wish.first { return try wished(name, wish.dropFirst(), kind) }
    var installed: [KnownPlayer] = []
    for player in PlayerChoice.order(for: kind) {
      guard let program = find(player.rawValue) else { continue }
      if let arguments = player.arguments(for: kind) {
        return PlayerCommand(program: program, arguments: arguments)
      }
      installed.append(player)
    }
    throw installed.isEmpty ? .noneInstalled : .noneReads(kind, installed)
  }

  /// What nobody has judged is best left to the one that reads nearly everything.
  private static func order(for kind: SoundKind) -> [KnownPlayer] {
    guard kind.format == nil else { return KnownPlayer.allCases }
    return [.ffplay] + KnownPlayer.allCases.filter { $0 != .ffplay }
  }

  /// A known player that is named alone gets its usual arguments; ffplay would open a window otherwise, and stay.
  private func wished(
    _ name: String, _ own: ArraySlice<String>, _ kind: SoundKind
  ) throws(PlayerRefusal) -> PlayerCommand {
    guard let program = find(name) else { throw .notInstalled(name) }
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard let known = KnownPlayer(rawValue: last) else {
      return PlayerCommand(program: program, arguments: Array(own))
    }
    guard let usual = known.arguments(for: kind) else { throw .cannotRead(name, kind) }
    return PlayerCommand(program: program, arguments: own.isEmpty ? usual : Array(own))
  }
}

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
