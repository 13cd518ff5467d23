import CEdit
import Linux

/// Keys and lines of text from the terminal on standard input, read as they are asked for. The terminal is as it was
/// before once this is gone, also after a signal: signals that would end this program are answers like keys. What is
/// pasted is told from what is typed, where the terminal does.
public final class TerminalDialog {
  let keys: TerminalKeys
  private let editor: OpaquePointer
  private let owner: UnsafeMutablePointer<mm_edit_owner>
  private var completion = Completion()
  private var interruption: TerminalKeys.Event?
  private var reader = TypedReader()
  var enter = EnterRest()
  private var pasted = ""
  /// Whether the line has been drawn since this program was stopped by itself: the signal that it goes on is no news
  /// then.
  private var isRedrawn = false

  /// What ended the reading of a line.
  public enum Line: Hashable, Sendable {
    /// Without the line end; U+FFFD stands for what is no UTF-8.
    case text(String)
    /// Ctrl-C; what had been typed is gone.
    case cancelled
    /// Ctrl-D on a line with nothing in it, or the terminal is gone.
    case end
    case signal(Int32)
  }

  /// Throws where standard input is no terminal that this can work with. What is asked stands on the given stream.
  public init(
    program: String, on screen: TerminalKeys.Screen = .standardOutput
  ) throws(SystemError) {
    let owner = UnsafeMutablePointer<mm_edit_owner>.allocate(capacity: 1)
    owner.initialize(to: mm_edit_owner())
    // It keeps the state of the terminal that it finds, so it comes first.
    guard let editor = mm_edit_open(program, screen == .standardError, owner) else {
      owner.deallocate()
      throw SystemError(.notSupported, "el_init", on: "the terminal")
    }
    do throws(SystemError) { keys = try TerminalKeys(screen) } catch {
      mm_edit_close(editor)
      owner.deallocate()
      throw error
    }
    self.editor = editor
    self.owner = owner
    owner.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    owner.pointee.next = { TerminalDialog.of($0)?.nextScalar() ?? -1 }
    owner.pointee.complete = { TerminalDialog.of($0)?.complete() ?? false }
    owner.pointee.paste = { TerminalDialog.of($0)?.insertPasted() ?? false }
    owner.pointee.suspend = { TerminalDialog.of($0)?.suspendLine() }
  }

  deinit {
    mm_edit_close(editor)
    owner.deallocate()
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> TerminalDialog? {
    context.map { Unmanaged<TerminalDialog>.fromOpaque($0).takeUnretainedValue() }
  }

  /// A line that is edited with the usual keys. Tab puts the first candidate in the place of what stands before the cursor,
  /// and each further Tab the next one; `candidates` is given what was typed there. No line is remembered.
  public func readLine(
    prompt: String, candidates: @escaping (String) -> [String] = { _ in [] }
  ) -> Line {
    defer { keys.readKeys() }
    set(prompt: prompt)
    completion = Completion(candidates: candidates)
    defer { completion = Completion() }
    interruption = nil
    guard let line = mm_edit_line(editor) else {
      if owner.pointee.is_cancelled { return .cancelled }
      if case .signal(let number)? = interruption {
        return number == TerminalKeys.interrupt ? .cancelled : .signal(number)
      }
      return .end
    }
    _ = enter.press(at: monotonicMicroseconds())
    let text = String(cString: line)
    return .text(text.last == "\n" ? String(text.dropLast()) : text)
  }

  /// Cut where it is longer than a prompt can be.
  private func set(prompt: String) {
    var bytes = Array(prompt.utf8.prefix(1000))
    while String(validating: bytes, as: UTF8.self) == nil, !bytes.isEmpty { bytes.removeLast() }
    withUnsafeMutableBytes(of: &owner.pointee.prompt) { room in
      room.copyBytes(from: bytes)
      room[bytes.count] = 0
    }
  }

  func nextTyped() -> Typed { reader.next { keys.next(within: $0) } }

  /// Nil where nothing comes in time.
  func nextTyped(within milliseconds: Int32) -> Typed? {
    reader.next(within: milliseconds) { keys.next(within: $0) }
  }

  func takesEnter(within milliseconds: Int32) -> Bool {
    reader.takeEnter(within: milliseconds) { keys.next(within: $0) }
  }

  /// -1 where reading must end, for the reason in `interruption`.
  private func nextScalar() -> Int32 {
    while true {
      switch nextTyped() {
      case .scalar(let scalar):
        if !scalar.isControl || LineKey.isKnown(scalar) { return Int32(bitPattern: scalar.value) }
      case .invalid: return 0xFFFD
      case .paste(let text):
        pasted = text
        return Int32(MM_EDIT_PASTE)
      case .sequence(let sequence):
        if let command = LineKey.command(sequence) { return command }
      case .event(.signal(TerminalKeys.resume)):
        if !isRedrawn { mm_edit_redraw(editor) }
        isRedrawn = false
        keys.markPastes()
      case .event(.signal(TerminalKeys.resize)): mm_edit_resize(editor)
      case .event(.signal(TerminalKeys.stop)):
        suspendLine()
        mm_edit_redraw(editor)
      case .event(let event):
        interruption = event
        return -1
      }
    }
  }

  private func suspendLine() {
    keys.suspend()
    keys.markPastes()
    isRedrawn = true
  }

  private func insertPasted() -> Bool {
    !pasted.isEmpty && mm_edit_replace(editor, 0, pasted) == 0
  }

  private func complete() -> Bool {
    var count = 0
    guard let start = mm_edit_text(editor, &count) else { return false }
    let typed = start.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
    guard let next = completion.next(after: typed) else { return false }
    return mm_edit_replace(editor, Int32(typed.unicodeScalars.count), next) == 0
  }
}
