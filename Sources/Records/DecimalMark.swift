/// Which mark stands before the decimals of an amount that is written as text.
public enum DecimalMark: String, Sendable, CaseIterable {
  /// Told by the text itself where it can be, else unclear.
  case auto
  case point
  case comma
}

extension DecimalMark {
  /// An amount that is written with a point, as this person writes it.
  public func applied(to text: String) -> String {
    switch self {
    case .auto, .point: text
    case .comma: String(text.map { $0 == "." ? "," : $0 })
    }
  }
}
