import Linux

/// What the decoder gives up before it sees the first byte of a file that cannot be trusted.
enum Confinement {
  /// It leaves no core dumps, writes no files, says nothing, and ends with its parent.
  static func enter() throws(SystemError) {
    try dieWithParent()
    try limitCoreDumps()
    try limitWrittenFiles()
    try silenceStandardError()
  }
}
