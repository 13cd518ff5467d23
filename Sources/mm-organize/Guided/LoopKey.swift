import Organizing

/// The keys of the guided loop: what each does, in the order in which they are named.
enum LoopKey {
  struct Binding {
    let key: String
    let word: String
    let help: String
    let command: GuidedWalk.Command
    /// Whether it is for the walk through several records only.
    let isOfWalk: Bool
  }

  static let all: [Binding] = [
    Binding(
      key: "Enter", word: "saves", help: "saves what is shown, and goes on", command: .save,
      isOfWalk: false),
    entry(.amount, "a"), entry(.tags, "t"), entry(.date, "d"), entry(.place, "p"),
    entry(.kind, "k"), entry(.note, "n"),
    Binding(
      key: "l", word: "listen", help: "plays the recording; any key stops it", command: .listen,
      isOfWalk: false),
    Binding(
      key: "s", word: "skip", help: "leaves it for another time, and goes on", command: .skip,
      isOfWalk: true),
    Binding(
      key: "u", word: "undo", help: "takes back what was saved last, and goes there",
      command: .undo, isOfWalk: true),
    Binding(
      key: "b", word: "back", help: "goes to the one before", command: .back, isOfWalk: true),
    Binding(key: "?", word: "help", help: "says this", command: .help, isOfWalk: false),
    Binding(
      key: "q", word: "quit", help: "leaves; what is saved stays", command: .leave, isOfWalk: false),
  ]

  private static func entry(_ entry: RecordForm.Entry, _ key: String) -> Binding {
    Binding(
      key: key, word: entry.rawValue, help: "opens the field '\(entry.rawValue)'",
      command: .open(entry), isOfWalk: false)
  }

  static func command(_ character: Character) -> GuidedWalk.Command {
    all.first { $0.key == String(character) }?.command ?? .unknown(character)
  }
}
