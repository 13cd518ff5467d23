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
