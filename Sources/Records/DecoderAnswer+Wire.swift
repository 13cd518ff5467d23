import JSON

/// The wire form between the decoder and its parent: one compact JSON object a message.
extension DecoderAnswer {
  /// The longest answer in bytes. The decoder cuts texts so that it is never reached.
  public static let longestMessage = 65_536
  private static let longestDetail = 1024

  public var message: [UInt8] {
    let value: JSONValue =
      switch self {
      case .report(let report): ["report": report.wire]
      case .rejected(let rejection):
        ["rejected": .string(rejection.reason.rawValue), "detail": .string(rejection.detail)]
      case .unreadable(let why): ["unreadable": .string(why)]
      }
    return value.utf8()
  }

  /// Reads an answer that nothing vouches for: the decoder may have been taken over by what it decoded. Every
  /// figure is checked, so that no answer can make the parent trap, allocate or write a path.
  public init(message: [UInt8]) throws(WireFault) {
    let value: JSONValue
    do {
      value = try JSONReader.read(
        message, limits: JSONReader.Limits(bytes: DecoderAnswer.longestMessage, depth: 4))
    } catch {
      throw WireFault("it is not JSON: \(error)")
    }
    guard let object = value.object else { throw WireFault("it is not an object") }
    if let report = object["report"] {
      self = .report(try AudioReport(wire: report))
    } else if let name = object["rejected"]?.string, let reason = Reason(rawValue: name),
      let detail = object["detail"]?.string, detail.utf8.count <= DecoderAnswer.longestDetail
    {
      self = .rejected(Rejection(reason: reason, detail: detail))
    } else if let why = object["unreadable"]?.string,
      why.utf8.count <= DecoderAnswer.longestDetail
    {
      self = .unreadable(why)
    } else {
      throw WireFault("it is neither a report nor a rejection nor a fault of the system")
    }
  }
}

/// Why an answer of the decoder cannot be one.
public struct WireFault: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  init(_ description: String) { self.description = description }
}
