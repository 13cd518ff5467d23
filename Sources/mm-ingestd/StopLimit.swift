import CommandLineTool
import Linux

/// Stopping takes five seconds at most. What is in hand then is left undone, which costs nothing: it is all still in the
/// inbox, and start-up finishes what was half done.
enum StopLimit {
  /// Counts from now; the process may well end earlier by itself.
  static func begin() {
    Task {
      try? await Task.sleep(for: .milliseconds(4500))
      CurrentProcess.exit(ExitStatus.done.rawValue)
    }
  }
}
