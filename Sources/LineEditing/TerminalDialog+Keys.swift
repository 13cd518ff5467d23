import Linux

/// A key of the keyboard, or what came instead.
public enum Key: Hashable, Sendable {
  case enter
  case character(Character)
  /// A text was pasted where a key is asked for; it is gone.
  case paste
  /// Ctrl-C, or the signal that it is elsewhere.
  case interrupt
  /// Ctrl-D.
  case leave
  /// The terminal is gone.
  case end
  /// The window has another size, or the program was stopped and goes on: what is on the screen should be written again.
  case redraw
  /// A signal that is to end this program.
  case signal(Int32)
  /// An arrow, or another key that means nothing here.
  case other
}

extension TerminalDialog {
  public func readKey() -> Key { readKey(within: -1) ?? .end }

  /// Something is on the screen that was not there before, of which `readAnswer` asks.
  public func hasShown() { enter.show(at: monotonicMicroseconds()) }

  /// The key that answers what is shown. An Enter that comes too early to be an answer, or that a held key repeats, is
  /// passed over, and so is a key that means nothing; every other key counts at once. `tell` is run when Enter counts,
  /// which is where somebody is told so.
  public func readAnswer<Failure: Error>(
    _ tell: () throws(Failure) -> Void
  ) throws(Failure) -> Key {
    var isTold = false
    while true {
      let left = enter.left(at: monotonicMicroseconds())
      if left == nil, !isTold {
        try tell()
        isTold = true
      }
      switch readKey(within: left.map { Int32($0 / 1000) + 1 } ?? -1) {
      case nil, .other?: continue
      case .enter? where !isTold: _ = enter.press(at: monotonicMicroseconds())
      case .enter?:
        switch enter.press(at: monotonicMicroseconds()) {
        case .answer: return .enter
        case .answerUnlessRepeated where !takesEnter(within: Int32(EnterRest.repeating / 1000)):
          return .enter
        case .answerUnlessRepeated: _ = enter.press(at: monotonicMicroseconds())
        case .nothing: continue
        }
      case let key?: return key
      }
    }
  }

  /// Nil where nothing comes in time.
  private func readKey(within milliseconds: Int32) -> Key? {
    while true {
      guard let typed = nextTyped(within: milliseconds) else { return nil }
      switch typed {
      case .event(.end): return .end
      case .event(.byte): return .other
      case .event(.signal(TerminalKeys.interrupt)): return .interrupt
      case .event(.signal(TerminalKeys.resize)): return .redraw
      case .event(.signal(TerminalKeys.resume)):
        keys.readKeys()
        return .redraw
      case .event(.signal(TerminalKeys.stop)): suspend()
      case .event(.signal(let number)): return .signal(number)
      case .scalar("\r"), .scalar("\n"): return .enter
      case .scalar("\u{03}"): return .interrupt
      case .scalar("\u{04}"): return .leave
      case .scalar("\u{1A}"): suspend()
      case .scalar(let scalar):
        return scalar.isControl ? .other : .character(Character(scalar))
      case .paste: return .paste
      case .sequence, .invalid: return .other
      }
    }
  }

  private func suspend() {
    keys.suspend()
    keys.readKeys()
  }

  /// The terminal as it was before, for another program that is run meanwhile.
  public func lend<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    keys.restore()
    defer { keys.readKeys() }
    return try body()
  }

  /// The keyboard itself, for what waits for a key and for something else.
  public func withKeys<Result, Failure: Error>(
    _ body: (borrowing TerminalKeys) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(keys) }

  /// What was typed before a question was there to be answered is no answer to it.
  public func discardTyped() { keys.discardTyped() }
}

extension UnicodeScalar {
  /// Of ASCII or of ISO 6429.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
