extension String {
  /// As a POSIX shell takes it for one word.
  public var shellWord: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "._-+,@%/".contains($0) }
    if isPlain, !isEmpty { return self }
    let inner = split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return "'\(inner)'"
  }
}
