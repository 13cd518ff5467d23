/// What Tab puts into a line: the candidates for what was typed, one after the other, and then what was typed again.
struct Completion {
  private let candidates: (String) -> [String]
  private var round: [String] = []
  private var position = 0

  init(candidates: @escaping (String) -> [String] = { _ in [] }) { self.candidates = candidates }

  /// Nil where there is nothing else to put there. A text that is not the last one given begins a new round.
  mutating func next(after text: String) -> String? {
    if round.isEmpty || round[position] != text {
      let found = candidates(text).filter { $0 != text }
      guard !found.isEmpty else { return nil }
      round = [text] + found
      position = 0
    }
    position = (position + 1) % round.count
    return round[position]
  }
}
