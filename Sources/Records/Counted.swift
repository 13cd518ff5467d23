extension BinaryInteger {
  /// `1 file`, `2 files`.
  public func counted(_ word: String) -> String { "\(self) \(word)\(self == 1 ? "" : "s")" }
}
