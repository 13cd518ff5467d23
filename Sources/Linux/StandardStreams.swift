import CLinux
import Glibc

/// Writes every byte to standard output; a reader that has gone is `brokenPipe`, not a signal, once SIGPIPE is ignored.
public func writeStandardOutput(_ bytes: [UInt8]) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = try retrying("write", on: "standard output") {
      rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
    rest = rest.dropFirst(count)
  }
}

/// Nothing can be done where this fails, so it does not say.
public func writeStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

public func standardInputIsTerminal() -> Bool { isatty(STDIN_FILENO) == 1 }

public func standardOutputIsTerminal() -> Bool { isatty(STDOUT_FILENO) == 1 }

public func standardErrorIsTerminal() -> Bool { isatty(STDERR_FILENO) == 1 }

/// How wide the terminal on standard output is; nil where that is none, or does not know.
public func standardOutputColumns() -> Int? {
  let columns = Int(mm_terminal_columns(STDOUT_FILENO))
  return columns > 0 ? columns : nil
}

/// The same of standard error.
public func standardErrorColumns() -> Int? {
  let columns = Int(mm_terminal_columns(STDERR_FILENO))
  return columns > 0 ? columns : nil
}

/// A write to a pipe without a reader then fails with `brokenPipe`.
public func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// Whether standard error is connected to the journal, which then reads `<N>` before a line as its level
/// (systemd.exec(5), JOURNAL_STREAM).
public func standardErrorIsJournal() -> Bool {
  guard let stream = CurrentProcess.environment("JOURNAL_STREAM") else { return false }
  var status = stat()
  guard fstat(STDERR_FILENO, &status) == 0 else { return false }
  return stream == "\(status.st_dev):\(status.st_ino)"
}
