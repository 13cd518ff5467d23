import Text

/// So much of a text as there is room for, with one of its characters in it: an ellipsis stands where it is cut.
struct Excerpt {
  let text: String
  /// Columns before the character.
  let before: Int

  /// `position` is that of the character, from 1 on; it may be behind the last.
  init(_ whole: String, around position: Int, columns: Int) {
    let parts = whole.map { String($0).visible }
    let widths = parts.map(\.displayWidth)
    let wanted = min(max(position - 1, 0), parts.count)
    let isCut = widths.reduce(0, +) > columns
    let room = isCut ? max(columns, 12) - 2 : widths.reduce(0, +)
    var (start, end) = (wanted, min(wanted + 1, parts.count))
    var width = widths[start..<end].reduce(0, +)
    // What led there first, up to two thirds; then what follows; then what room is left.
    func growBack(_ limit: Int) {
      while start > 0, width + widths[start - 1] <= limit {
        start -= 1
        width += widths[start]
      }
    }
    growBack(room * 2 / 3)
    while end < parts.count, width + widths[end] <= room {
      width += widths[end]
      end += 1
    }
    growBack(room)
    let front = start > 0 ? "…" : ""
    text = front + parts[start..<end].joined() + (end < parts.count ? "…" : "")
    before = front.displayWidth + widths[start..<wanted].reduce(0, +)
  }
}
