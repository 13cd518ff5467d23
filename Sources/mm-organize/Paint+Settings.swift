import CommandLineTool
import Configuration

extension Paint.Color {
  init(_ color: DisplaySettings.Color) {
    self.init(sgr: 30 + (DisplaySettings.Color.allCases.firstIndex(of: color) ?? 7))
  }
}
