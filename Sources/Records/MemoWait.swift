/// One thing that a memo waited for, all its times taken together: a story has at most one for each code.
public struct MemoWait: Hashable, Sendable {
  public var code: WaitingCode
  /// When it was first waited for.
  public var since: Instant
  /// When that was last over; nil while it goes on.
  public var until: Instant?
  /// How often it began: a fault that was met three times, a file that was written again.
  public var times: Int
  /// What was said of it last, where that is more than the code's own sentence.
  public var message: String?

  public init(
    code: WaitingCode, since: Instant, until: Instant?, times: Int = 1, message: String? = nil
  ) {
    self.code = code
    self.since = since
    self.until = until
    self.times = times
    self.message = message
  }

  /// As the store and the status may know it by the rule of its inbox.
  public func kept(by places: PlaceRule) -> MemoWait {
    var wait = self
    wait.message = message.map(places.text)
    return wait
  }
}
