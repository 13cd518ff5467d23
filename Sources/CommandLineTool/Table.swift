import Text

/// Rows whose columns line up by display width, so that Chinese and emoji stand where they should. Cells hold plain
/// text; colour is laid on afterwards, since it has no width.
public struct Table: Sendable {
  public enum Alignment: Sendable { case left, right }

  public struct Cell: Sendable {
    let text: String
    let paint: @Sendable (String) -> String

    public init(_ text: String, paint: @escaping @Sendable (String) -> String = { $0 }) {
      self.text = text
      self.paint = paint
    }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []

  public init(_ alignments: [Alignment]) { self.alignments = alignments }

  public mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The lines, two spaces between columns, without the columns that are blank in every row; the last left-aligned
  /// column is not padded.
  public func lines(indent: Int = 0) -> [String] {
    let widths = alignments.indices.map { column in
      rows.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
    }
    let margin = String(repeating: " ", count: indent)
    return rows.map { cells in
      let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
      let parts = cells.prefix(last + 1).enumerated().filter { widths[$0.offset] > 0 }.map {
        column, cell in
        let padding = String(
          repeating: " ", count: widths[column] - cell.text.displayWidth)
        switch alignments[column] {
        case .right: return padding + cell.paint(cell.text)
        case .left: return cell.paint(cell.text) + (column == last ? "" : padding)
        }
      }
      return margin + parts.joined(separator: "  ")
    }
  }
}
