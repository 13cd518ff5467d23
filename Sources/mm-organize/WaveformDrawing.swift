import Linux

/// The peaks of a recording as one line of a terminal.
struct WaveformDrawing {
  let columns: Int
  /// Blocks of eighths (U+2581 to U+2588), where the locale can show them.
  let usesBlocks: Bool

  private static let blocks = Array("▁▂▃▄▅▆▇█")
  private static let plain = Array("_.:-=+*#")
  static let widest = 100

  /// For what is left of a line after `margin` columns; 80 columns where the width is not known.
  init(after margin: Int, columns: Int? = standardOutputColumns()) {
    self.columns = max(8, min(WaveformDrawing.widest, (columns ?? 80) - margin))
    usesBlocks = WaveformDrawing.isUTF8 { CurrentProcess.environment($0) }
  }

  /// Peaks of 0 to 255; nil where none were measured. A column is as high as the loudest of its peaks.
  func line(_ peaks: [UInt8]) -> String? {
    guard !peaks.isEmpty else { return nil }
    let steps = usesBlocks ? WaveformDrawing.blocks : WaveformDrawing.plain
    let width = min(columns, peaks.count)
    return String(
      (0..<width).map { column in
        let range = column * peaks.count / width..<(column + 1) * peaks.count / width
        return steps[Int(peaks[range].max() ?? 0) * steps.count / 256]
      })
  }

  /// By the first of the three variables that is set and not blank (setlocale(3), locale(7)).
  static func isUTF8(_ variable: (String) -> String?) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
