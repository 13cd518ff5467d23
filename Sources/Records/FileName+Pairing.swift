import Text

extension FileName {
  /// Whether the name ends in `.json`, in any letter case.
  public var isSidecarName: Bool {
    bytes.count > 5 && bytes.suffix(5).map { $0 | 0x20 } == Array(".json".utf8)
  }

  /// A sidecar's name without its `.json`: the recording's whole name, or its stem.
  public var sidecarBase: FileName? { isSidecarName ? FileName(bytes: bytes.dropLast(5)) : nil }

  /// The name without its last extension; `lunch` and `.lunch` are their own stems.
  public var stem: FileName {
    guard let point = bytes.lastIndex(of: UInt8(ascii: ".")), point > bytes.startIndex else {
      return self
    }
    return FileName(bytes: Array(bytes[..<point]))
  }

  /// The name by which two files belong together: sync tools change the normal form, so NFC where it is text.
  public var pairingKey: FileName { text.map { FileName($0.nfc) } ?? self }

  /// Whether this sidecar can belong to that recording by its name.
  public func isSidecar(of recording: FileName) -> Bool {
    guard let base = sidecarBase?.pairingKey else { return false }
    return base == recording.pairingKey || base == recording.stem.pairingKey
  }
}
