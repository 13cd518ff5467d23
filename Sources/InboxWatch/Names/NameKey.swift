import Records
import Text

/// A name, or a part of one, as names are compared: after Unicode NFC, since sync tools change the normal form; byte
/// for byte where it is not UTF-8. Letter case counts.
public struct NameKey: Hashable, Sendable {
  public let bytes: [UInt8]

  /// The whole name.
  public init(_ name: FileName) { self.init(raw: name.bytes) }

  /// What a sidecar is named after: its name without `.json`.
  static func base(ofSidecar name: FileName) -> NameKey {
    NameKey(raw: Array(name.bytes.dropLast(5)))
  }

  /// A recording's name without its last extension; the whole name where it has none.
  static func stem(ofRecording name: FileName) -> NameKey {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
      return NameKey(name)
    }
    return NameKey(raw: Array(name.bytes[..<dot]))
  }

  private init(raw: [UInt8]) {
    // ASCII is its own NFC, and shares the name's storage.
    if raw.allSatisfy({ $0 < 0x80 }) {
      bytes = raw
    } else if let text = String(validating: raw, as: UTF8.self) {
      bytes = Array(text.nfc.utf8)
    } else {
      bytes = raw
    }
  }
}

extension NameKey: Comparable {
  public static func < (one: NameKey, other: NameKey) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
