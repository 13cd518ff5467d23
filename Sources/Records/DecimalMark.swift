/// Which mark stands before the decimals of an amount that is written as text.
public enum DecimalMark: String, Sendable, CaseIterable {
  /// Told by the text itself where it can be, else unclear.
  case auto
  case point
  case comma
}
