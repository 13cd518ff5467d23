import Linux
import Synchronization

/// A line on standard error that is drawn over as work goes on. Only on a terminal that can do that.
public final class ProgressBar: Sendable {
  private let start = ContinuousClock.now
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  /// Nil where standard error is no terminal.
  public init?() {
    guard standardErrorIsTerminal(), CurrentProcess.environment("TERM") != "dumb" else {
      return nil
    }
  }

  /// Draws it, ten times a second at most.
  public func show(_ line: ProgressLine) {
    last.withLock { last in
      let now = ContinuousClock.now
      if let last, now - last < .milliseconds(100) { return }
      last = now
      // The last column is left free: some terminals go on to the next line after it.
      let text = line.text(columns: (standardErrorColumns() ?? 80) - 1, after: now - start)
      writeStandardError("\r\(text)\u{1B}[K")
    }
  }

  /// Takes it away, for good.
  public func clear() {
    last.withLock { last in
      if last != nil { writeStandardError("\r\u{1B}[K") }
    }
  }
}
