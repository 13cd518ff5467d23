import CUTF8Proc

extension StringProtocol {
  /// Unicode Normalization Form C (UAX #15).
  public var nfc: String { mapped(by: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue) }

  /// Full case folding, then NFC: two texts with the same key differ at most in letter case and normal form.
  public var caseFoldedNFC: String {
    mapped(
      by: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
  }

  private func mapped(by options: UInt32) -> String {
    let source = Array(utf8)
    guard !source.isEmpty else { return "" }
    var result: UnsafeMutablePointer<UInt8>?
    let count = source.withUnsafeBufferPointer {
      utf8proc_map($0.baseAddress, $0.count, &result, utf8proc_option_t(rawValue: options))
    }
    // Only text that is not UTF-8 fails, which a Swift string cannot be.
    guard count >= 0, let result else { return String(self) }
    defer { result.deallocate() }
    return String(decoding: UnsafeBufferPointer(start: result, count: count), as: UTF8.self)
  }
}
