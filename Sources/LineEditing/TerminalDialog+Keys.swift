import Linux

/// A key of the keyboard, or what came instead.
public enum Key: Hashable, Sendable {
  case enter
  case character(Character)
  /// Ctrl-C, or the signal that it is elsewhere.
  case interrupt
  /// Ctrl-D, or the terminal is gone.
  case end
  /// The window has another size, or the program was stopped and goes on: what is on the screen should be written again.
  case redraw
  /// A signal that is to end this program.
  case signal(Int32)
  /// An arrow, or another key that means nothing here.
  case other
}

extension TerminalDialog {
  public func readKey() -> Key {
    while true {
      switch keys.nextScalar() {
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
      case .scalar("\u{04}"): return .end
      case .scalar("\u{1A}"): suspend()
      case .scalar("\u{1B}"):
        skipSequence()
        return .other
      case .scalar(let scalar):
        return scalar.value < 32 || scalar.value == 127 ? .other : .character(Character(scalar))
      }
    }
  }

  private func suspend() {
    keys.suspend()
    keys.readKeys()
  }

  /// What an arrow sends behind its escape comes at once (ECMA-48, 5.4); a lone escape has nothing behind it.
  private func skipSequence() {
    guard case .byte(let first)? = keys.next(within: 20) else { return }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return }
    while case .byte(let byte)? = keys.next(within: 20), !(0x40...0x7E).contains(byte) {}
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
}

extension TerminalKeys {
  enum Input {
    case scalar(UnicodeScalar)
    case event(Event)
  }

  /// The next character; a byte that is no UTF-8 is U+FFFD.
  func nextScalar() -> Input {
    guard let event = next() else { return .event(.end) }
    guard case .byte(let first) = event else { return .event(event) }
    var bytes = [first]
    let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    // The rest of a character comes with its first byte.
    while bytes.count < length, case .byte(let byte)? = next(within: 1000) { bytes.append(byte) }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return .scalar(scalars.first ?? "\u{FFFD}")
  }
}
