/// A path or file name as the kernel sees it: bytes up to a NUL.
public struct PathBytes: Hashable, Sendable, ExpressibleByStringLiteral {
  public let bytes: [UInt8]

  /// Bytes must hold no NUL.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
  public init(_ text: String) { bytes = Array(text.utf8) }
  public init(stringLiteral text: String) { self.init(text) }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer.initializeElement(at: index, to: CChar(bitPattern: byte))
      }
      buffer.initializeElement(at: bytes.count, to: 0)
      // The capacity is at least 1, so the buffer has a base address.
      guard let start = buffer.baseAddress else { preconditionFailure("an empty buffer") }
      return body(UnsafePointer(start))
    }
  }
}

extension PathBytes: CustomStringConvertible {
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
