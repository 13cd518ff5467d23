import JSON
import Text

/// What a decoder says before its first file: that it speaks this version, and which steps of its confinement do not
/// hold.
///
/// On the wire `{"moneymom-decoder":3,"gaps":[["landlock","Function not implemented (landlock_create_ruleset)"]]}`.
public struct DecoderGreeting: Hashable, Sendable {
  public static let version = 3
  /// The longest greeting in bytes.
  public static let longestMessage = 8192
  /// The longest reason of a gap in bytes of UTF-8; a longer one is cut by the decoder.
  static let longestReason = 256

  /// Each step at most once.
  public let gaps: [ConfinementGap]

  public init(gaps: [ConfinementGap]) { self.gaps = gaps }

  public var message: [UInt8] {
    let value: JSONValue = [
      "moneymom-decoder": .integer(DecoderGreeting.version),
      "gaps": .array(
        gaps.map { gap in
          [.string(gap.step.rawValue), .string(gap.reason.cut(to: DecoderGreeting.longestReason))]
        }),
    ]
    return value.utf8()
  }

  /// Reads a greeting that nothing vouches for: what claims to be the decoder may be anything.
  public init(message: [UInt8]) throws(WireFault) {
    let value: JSONValue
    do {
      value = try JSONReader.read(
        message, limits: JSONReader.Limits(bytes: DecoderGreeting.longestMessage, depth: 3))
    } catch { throw WireFault("it is not JSON: \(error)") }
    guard value.object?["moneymom-decoder"]?.integer == Int64(DecoderGreeting.version) else {
      throw WireFault("it is of another version")
    }
    guard let items = value.object?["gaps"]?.array,
      items.count <= ConfinementStep.allCases.count
    else { throw WireFault("its gaps are no short list") }
    var gaps: [ConfinementGap] = []
    for item in items {
      guard let pair = item.array, pair.count == 2,
        let step = pair[0].string.flatMap(ConfinementStep.init(rawValue:)),
        !gaps.contains(where: { $0.step == step }),
        let reason = pair[1].string, reason.utf8.count <= DecoderGreeting.longestReason
      else { throw WireFault("one of its gaps is no step with its reason") }
      gaps.append(ConfinementGap(step, because: reason.visible))
    }
    self.gaps = gaps
  }
}

extension String {
  /// As many whole characters as so many bytes hold.
  fileprivate func cut(to bytes: Int) -> String {
    var rest = self[...]
    while rest.utf8.count > bytes { rest.removeLast() }
    return String(rest)
  }
}
