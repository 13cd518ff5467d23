import Linux

/// What the decoder gives up before it sees the first byte of a file that cannot be trusted.
enum Confinement {
  /// So far: it leaves no core dumps, writes no files, and ends with its parent. The kernel's means against the rest
  /// (Landlock, seccomp) take their place here.
  static func enter() throws(SystemError) {
    try dieWithParent()
    try limitCoreDumps()
    try limitWrittenFiles()
    try silenceStandardError()
  }
}
