import Records

extension CommandLine {
  /// What was typed after the program's name. A word that is no UTF-8 is as listings show such a name: `memo\xF1.wav`.
  static var words: [String] {
    (1..<max(1, Int(argc))).compactMap { index in
      guard let start = unsafeArgv[index] else { return nil }
      if let text = String(validatingCString: start) { return text }
      var bytes: [UInt8] = []
      var next = start
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      return FileName(bytes: bytes).description
    }
  }
}
