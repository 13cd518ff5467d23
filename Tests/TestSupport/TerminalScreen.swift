import Text

/// A screen that only grows, as a terminal of the kind vt100 shows what a line editor and plain text write: characters of
/// one column or two, line ends, and the few movements within a line (ECMA-48).
struct TerminalScreen {
  private let columns: Int
  /// A cell each; a wide character is followed by an empty one.
  private var rows: [[String]] = [[]]
  private var row = 0
  private var column = 0
  private var pending: [UInt8] = []

  init(columns: Int) { self.columns = columns }

  var lines: [String] { rows.map(text) }
  var cursorRow: Int { row }

  private func text(_ cells: [String]) -> String {
    var text = cells.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) {
    pending += bytes
    while let first = pending.first {
      if first == 0x1B {
        guard let length = sequenceLength() else { return }
        obey(Array(pending[..<length]))
        pending.removeFirst(length)
        continue
      }
      let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      guard pending.count >= length else { return }
      for scalar in String(decoding: pending[..<length], as: UTF8.self).unicodeScalars {
        put(scalar)
      }
      pending.removeFirst(length)
    }
  }

  private func sequenceLength() -> Int? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") else { return 2 }
    return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
  }

  private mutating func obey(_ sequence: [UInt8]) {
    guard sequence.count > 2 else { return }
    let number = Int(String(decoding: sequence[2..<sequence.count - 1], as: UTF8.self))
    switch UInt8(sequence[sequence.count - 1]) {
    case UInt8(ascii: "A"): row = max(0, row - (number ?? 1))
    case UInt8(ascii: "B"): row = min(rows.count - 1, row + (number ?? 1))
    case UInt8(ascii: "C"): column += number ?? 1
    case UInt8(ascii: "D"): column = max(0, column - (number ?? 1))
    case UInt8(ascii: "K"): rows[row] = Array(rows[row].prefix(column))
    case UInt8(ascii: "J"):
      rows[row] = Array(rows[row].prefix(column))
      rows.removeLast(rows.count - 1 - row)
    default: break
    }
  }

  private mutating func put(_ scalar: UnicodeScalar) {
    switch scalar {
    case "\r": column = 0
    case "\n":
      row += 1
      if row == rows.count { rows.append([]) }
    case "\u{08}": column = max(0, column - 1)
    default:
      guard scalar.value >= 32, scalar.value != 127 else { return }
      let width = Character(scalar).displayWidth
      if column + max(width, 1) > columns {
        column = 0
        put("\n")
      }
      while rows[row].count < column + width { rows[row].append(" ") }
      rows[row][column] = String(scalar)
      if width == 2 { rows[row][column + 1] = "" }
      column += width
    }
  }
}
