/// What an inbox lets through of where a memo was made (`place` of `moneymom.conf`). `drop` goes by how things are
/// written and called; the recording itself is never changed.
public enum PlaceRule: String, Hashable, Sendable, CaseIterable {
  case keep
  case drop
}

extension PlaceRule {
  /// The name under which a file is remembered: digits of coordinates become `x`.
  public func name(_ name: FileName) -> FileName {
    self == .keep ? name : FileName(bytes: name.bytes.withoutPoints)
  }

  /// The names under which a file may be remembered: the one by this rule first, then as it was when the rule was
  /// another.
  public func possibleNames(of name: FileName) -> [FileName] {
    let dropped = PlaceRule.drop.name(name)
    guard dropped != name else { return [name] }
    return self == .drop ? [dropped, name] : [name, dropped]
  }

  public func text(_ text: String) -> String {
    guard self == .drop else { return text }
    var bytes = Array(text.utf8)
    // A text that is a point and nothing else needs no slash at its end.
    if GeographicPoint(SidecarReading.trimmed(text)) != nil {
      bytes.blankDigits(in: bytes.indices)
    } else {
      bytes = bytes.withoutPoints
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What decoding showed, without the place in its container's texts.
  public func report(_ report: AudioReport) -> AudioReport {
    guard self == .drop else { return report }
    var report = report
    report.texts = report.texts.compactMap { tag in
      let kept = text(tag.value)
      // The place's own tag, and a comment that was nothing but a point.
      if tag.key == "location" || kept != tag.value && !kept.saysMoreThanBlanks { return nil }
      return AudioReport.TextTag(key: tag.key, value: kept)
    }
    if var broadcast = report.broadcast {
      broadcast.description = text(broadcast.description)
      broadcast.originator = text(broadcast.originator)
      broadcast.originatorReference = text(broadcast.originatorReference)
      broadcast.codingHistory = text(broadcast.codingHistory)
      report.broadcast = broadcast
    }
    return report
  }
}

extension String {
  fileprivate var saysMoreThanBlanks: Bool {
    contains { $0 != "x" && ($0.isLetter || $0.isNumber) }
  }
}

/// The rule of each inbox.
public struct PlaceRules: Hashable, Sendable {
  /// By the inbox's path, links resolved.
  public let inboxes: [String: PlaceRule]
  /// Of what came from no inbox, or from one that is not configured any more.
  public let general: PlaceRule

  public init(_ inboxes: [String: PlaceRule] = [:], general: PlaceRule = .keep) {
    self.inboxes = inboxes
    self.general = general
  }

  public subscript(inbox: String) -> PlaceRule { inboxes[inbox] ?? general }

  /// The strictest of all.
  public var strictest: PlaceRule { inboxes.values.contains(.drop) ? .drop : general }
}
