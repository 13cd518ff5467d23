import Text

extension String {
  /// The text in lines of at most so many columns, broken at spaces; a command in quotes stays whole, so that it can be
  /// copied, and so does a word, even where it is too wide; but wide characters, which have no spaces between them, are parted
  /// anywhere. One line where no width is given.
  public func wrapped(to columns: Int?) -> [String] {
    guard let columns, displayWidth > columns else { return [self] }
    let room = max(columns, 20)
    var lines: [String] = []
    var parts = unbrokenParts[...]
    var line = parts.popFirst() ?? ""
    var width = line.displayWidth
    if width > room, var pieces = line.pieces(of: room) {
      line = pieces.removeLast()
      lines = pieces
      width = line.displayWidth
    }
    for part in parts {
      let more = part.displayWidth
      if more > room, var pieces = part.pieces(of: room) {
        lines.append(line)
        line = pieces.removeLast()
        lines += pieces
        width = line.displayWidth
      } else if width + 1 + more > room {
        lines.append(line)
        (line, width) = (part, more)
      } else {
        line += " " + part
        width += 1 + more
      }
    }
    return lines + [line]
  }

  /// Nil for what is to stay whole.
  private func pieces(of room: Int) -> [String]? {
    guard !hasPrefix("'"), contains(where: { $0.displayWidth > 1 }) else { return nil }
    var pieces: [String] = []
    var piece = ""
    var width = 0
    for character in self {
      let more = character.displayWidth
      if width + more > room {
        pieces.append(piece)
        (piece, width) = ("", 0)
      }
      piece.append(character)
      width += more
    }
    return pieces + [piece]
  }

  /// Words, and what stands in single quotes, with the marks behind it. A further space stays with what it follows.
  private var unbrokenParts: [String] {
    var parts: [String] = []
    var quoted: [Substring] = []
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if quoted.isEmpty, word.isEmpty, let last = parts.indices.last {
        parts[last] += " "
        continue
      }
      if quoted.isEmpty, !word.hasPrefix("'") {
        parts.append(String(word))
        continue
      }
      quoted.append(word)
      let end = word.reversed().drop { ".,;:)?".contains($0) }
      guard end.first == "'", quoted.count > 1 || end.count > 1 else { continue }
      parts.append(quoted.joined(separator: " "))
      quoted = []
    }
    return parts + quoted.map(String.init)
  }
}
