/// Coordinates in what would be the name of a place: they were meant to be read, and nothing is guessed of them.
enum UnreadPair {
  private typealias Characters = ArraySlice<Character>

  /// `isSecond` says that coordinates were read behind the name already.
  static func refuse(
    in name: ArraySlice<Character>, isSecond: Bool
  ) throws(TypedPlace.Refusal) {
    guard let found = group(in: name, isSecond) ?? bare(name) else { return }
    let example = "write it like Office (25.0330, 121.5654)."
    let message =
      if isSecond {
        "There are coordinates twice; \(example)"
      } else {
        switch found.kind {
        case .unclosed: "The bracket before the coordinates is not closed: \(example)"
        case .unread: "This looks like coordinates, and cannot be read as such: \(example)"
        }
      }
    throw TypedPlace.Refusal(message: message, position: found.position + 1)
  }

  private enum Kind { case unclosed, unread }

  /// In brackets that stand anywhere, or are not closed.
  private static func group(
    in name: Characters, _ isSecond: Bool
  ) -> (kind: Kind, position: Int)? {
    for opening in name.indices where isOpening(name[opening]) {
      let rest = name[(opening + 1)...]
      let closing = rest.firstIndex(where: isClosing)
      guard let parts = TypedPair.parts(of: rest[..<(closing ?? rest.endIndex)]) else { continue }
      let isRound = name[opening] == "("
      if closing == nil, isRound, parts.count == 2 { return (.unclosed, opening) }
      if isSecond && parts.count == 2 || isCertain(parts) { return (.unread, opening) }
    }
    return nil
  }

  /// Without brackets, or with one that was never opened: behind the name, or alone.
  private static func bare(_ name: Characters) -> (kind: Kind, position: Int)? {
    var text = name
    while let last = text.last, last.isWhitespace || isClosing(last) { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    if let parts = TypedPair.parts(of: text), isCertain(parts) { return (.unread, text.startIndex) }
    if let start = decimalCommas(text) { return (.unread, start) }
    guard let comma = text.lastIndex(where: { ",;".contains($0) }) else { return nil }
    let word = text[..<comma].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? text.startIndex
    guard let parts = TypedPair.parts(of: text[word...]), parts.allSatisfy({ $0.contains(".") })
    else { return nil }
    return (.unread, word)
  }

  /// `25,0330 121,5654`.
  private static func decimalCommas(_ text: Characters) -> Int? {
    let parts = text.split { $0.isWhitespace || $0 == ";" }
    let areNumbers = parts.allSatisfy { part in
      part.count { $0 == "," } == 1 && part.last != "," && part.first != ","
        && TypedPair.isNumber(ArraySlice(part.map { $0 == "," ? "." : $0 }))
    }
    return parts.count == 2 && areNumbers ? text.startIndex : nil
  }

  private static func isCertain(_ parts: [Characters]) -> Bool {
    !parts.allSatisfy(TypedPair.isWhole)
  }

  private static func isOpening(_ character: Character) -> Bool { "([{<".contains(character) }

  private static func isClosing(_ character: Character) -> Bool { ")]}>".contains(character) }
}
