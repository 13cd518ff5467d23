import Linux

/// What came from the keyboard, as a person would name it.
enum Typed: Hashable {
  case scalar(UnicodeScalar)
  /// What a key sends that is no character: all that stands behind its escape, which may be nothing.
  case sequence(String)
  /// Between the two marks of a paste (bracketed paste), as one line.
  case paste(String)
  /// Bytes that are no UTF-8.
  case invalid
  case event(TerminalKeys.Event)
}

/// Puts the bytes of a keyboard together.
struct TypedReader {
  /// What came too early to be understood.
  private var waiting: [TerminalKeys.Event] = []

  /// What belongs to one key comes at once; a lone escape has nothing behind it.
  private static let keyTime: Int32 = 100
  private static let characterTime: Int32 = 1000
  /// A paste that pauses for longer has lost its end.
  private static let pasteTime: Int32 = 3000
  /// What is longer is cut.
  private static let longestPaste = 1 << 16

  /// `event` waits for so many milliseconds, or for ever where that is -1.
  mutating func next(_ event: (Int32) -> TerminalKeys.Event?) -> Typed {
    next(within: -1, event) ?? .event(.end)
  }

  /// Nil where nothing comes in time.
  mutating func next(within time: Int32, _ event: (Int32) -> TerminalKeys.Event?) -> Typed? {
    let first: TerminalKeys.Event
    if waiting.isEmpty {
      guard let next = event(time) else { return nil }
      first = next
    } else {
      first = waiting.removeFirst()
    }
    guard case .byte(let byte) = first else { return .event(first) }
    guard byte == 0x1B else { return scalar(from: byte, event) }
    let sequence = sequence(event)
    return sequence == "[200~" ? .paste(paste(event)) : .sequence(sequence)
  }

  /// Whether an Enter comes in time, which is passed over then; anything else waits for its turn.
  mutating func takeEnter(
    within time: Int32, _ event: (Int32) -> TerminalKeys.Event?
  ) -> Bool {
    if waiting.isEmpty {
      guard let next = event(time) else { return false }
      waiting.append(next)
    }
    guard waiting[0] == .byte(0x0D) || waiting[0] == .byte(0x0A) else { return false }
    waiting.removeFirst()
    return true
  }

  /// Nil where the next one is no byte, or one that is not wanted: it waits for its turn.
  private mutating func byte(
    _ time: Int32, _ event: (Int32) -> TerminalKeys.Event?, where isWanted: (UInt8) -> Bool
  ) -> UInt8? {
    guard waiting.isEmpty, let next = event(time) else { return nil }
    if case .byte(let byte) = next, isWanted(byte) { return byte }
    waiting.append(next)
    return nil
  }

  private mutating func scalar(
    from first: UInt8, _ event: (Int32) -> TerminalKeys.Event?
  ) -> Typed {
    var bytes = [first]
    let length = first < 0xC0 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    while bytes.count < length,
      let byte = byte(
        TypedReader.characterTime, event, where: { (0x80...0xBF).contains($0) })
    { bytes.append(byte) }
    guard let text = String(validating: bytes, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return .invalid }
    return .scalar(scalar)
  }

  /// Behind an escape (ECMA-48, 5.4), or what a key sends together with Alt.
  private mutating func sequence(_ event: (Int32) -> TerminalKeys.Event?) -> String {
    var bytes: [UInt8] = []
    while let byte = byte(TypedReader.keyTime, event, where: { _ in true }) {
      bytes.append(byte)
      // Alt with a key that has an escape of its own.
      if byte == 0x1B, bytes.count < 8 { continue }
      break
    }
    guard let first = bytes.last else { return "" }
    if first >= 0x80 {
      if case .scalar(let scalar) = scalar(from: first, event) { return String(scalar) }
      return ""
    }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else {
      return String(decoding: bytes, as: UTF8.self)
    }
    while let byte = byte(TypedReader.keyTime, event, where: { (0x20...0x7E).contains($0) }) {
      if bytes.count < 64 { bytes.append(byte) }
      if (0x40...0x7E).contains(byte) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func paste(_ event: (Int32) -> TerminalKeys.Event?) -> String {
    let end = Array("\u{1B}[201~".utf8)
    var bytes: [UInt8] = []
    var last: [UInt8] = []
    while let next = event(TypedReader.pasteTime) {
      guard case .byte(let byte) = next else {
        waiting.append(next)
        if next == .end { break }
        continue
      }
      last = (last + [byte]).suffix(end.count)
      if bytes.count < TypedReader.longestPaste { bytes.append(byte) }
      if last == end { break }
    }
    if bytes.suffix(end.count).elementsEqual(end) { bytes.removeLast(end.count) }
    return TypedReader.line(bytes)
  }

  /// Line ends are a space, and none at the end; no character acts as a key.
  static func line(_ bytes: [UInt8]) -> String {
    var line = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        if let last = line.last, last != " " { line.append(" ") }
      default: if !scalar.isControl { line.append(scalar) }
      }
    }
    if line.last == " " { line.removeLast() }
    return String(line)
  }
}
