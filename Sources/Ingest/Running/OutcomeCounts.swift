import JSON

/// How many memos ended how since the start, in the words of invariant 6.
public struct OutcomeCounts: Hashable, Sendable {
  public var seen = 0
  public var recorded = 0
  public var revised = 0
  public var duplicate = 0
  public var quarantined = 0
  public var ignored = 0
  public var withdrawn = 0
  public var waiting = 0

  public init() {}

  public var json: JSONValue {
    [
      "seen": .integer(seen), "recorded": .integer(recorded), "revised": .integer(revised),
      "duplicate": .integer(duplicate), "quarantined": .integer(quarantined),
      "ignored": .integer(ignored), "withdrawn": .integer(withdrawn), "waiting": .integer(waiting),
    ]
  }
}
