import Linux

/// Colours, where the reader wants them: on a terminal, unless NO_COLOR is set or TERM is dumb, or as `--color` says.
public struct Paint: Sendable {
  public enum When: String, Sendable, CaseIterable {
    case auto, always, never
  }

  /// The eight colours of ECMA-48, SGR 30 to 37.
  public struct Color: Hashable, Sendable {
    let number: Int
    public init(sgr number: Int) { self.number = number }
    public static let red = Color(sgr: 31)
    public static let yellow = Color(sgr: 33)
  }

  private let isOn: Bool

  public init(_ when: When, isTerminal: Bool) {
    switch when {
    case .always: isOn = true
    case .never: isOn = false
    case .auto:
      isOn =
        isTerminal && (CurrentProcess.environment("NO_COLOR") ?? "").isEmpty
        && CurrentProcess.environment("TERM") != "dumb"
    }
  }

  public func colored(_ text: String, _ color: Color) -> String {
    isOn ? "\u{1B}[\(color.number)m\(text)\u{1B}[0m" : text
  }

  public func bold(_ text: String) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  public func dim(_ text: String) -> String { isOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
