import Text

/// Rows whose columns line up by display width, so that Chinese and emoji stand where they should. Cells hold plain
/// text; colour is laid on afterwards, since it has no width.
public struct Table: Sendable {
  public enum Alignment: Sendable { case left, right }

  public struct Cell: Sendable {
    let text: String
    /// Whether it may take several lines, where it is the last of its row.
    let wraps: Bool
    let paint: @Sendable (String) -> String

    public init(
      _ text: String, wraps: Bool = false, paint: @escaping @Sendable (String) -> String = { $0 }
    ) {
      self.text = text
      self.wraps = wraps
      self.paint = paint
    }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []

  public init(_ alignments: [Alignment]) { self.alignments = alignments }

  public mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The lines, two spaces between columns, without the columns that are blank in every row; the last left-aligned
  /// column is not padded.
  ///
  /// `columns` is how wide the terminal is; nil where there is none, and nothing is wrapped.
  public func lines(indent: Int = 0, columns: Int? = nil) -> [String] {
    let widths = alignments.indices.map { column in
      rows.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
    }
    let margin = String(repeating: " ", count: indent)
    return rows.flatMap { cells -> [String] in
      let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
      let shown = cells.prefix(last + 1).enumerated().filter { widths[$0.offset] > 0 }
      var line = margin
      var start = indent
      for (column, cell) in shown.dropLast() {
        line += padded(cell, to: widths[column], alignments[column]) + "  "
        start += widths[column] + 2
      }
      guard let (column, cell) = shown.last else { return [line] }
      guard alignments[column] == .left else {
        return [line + padded(cell, to: widths[column], .right)]
      }
      let parts = cell.wraps ? cell.text.wrapped(to: columns.map { $0 - start }) : [cell.text]
      let under = String(repeating: " ", count: start)
      return parts.enumerated().map { ($0.offset == 0 ? line : under) + cell.paint($0.element) }
    }
  }

  private func padded(_ cell: Cell, to width: Int, _ alignment: Alignment) -> String {
    let padding = String(repeating: " ", count: width - cell.text.displayWidth)
    switch alignment {
    case .right: return padding + cell.paint(cell.text)
    case .left: return cell.paint(cell.text) + padding
    }
  }
}
