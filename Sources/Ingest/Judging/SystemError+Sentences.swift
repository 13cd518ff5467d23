import Linux

extension SystemError {
  /// Of a file in an inbox, which is named beside it.
  var unreadableSentence: String {
    switch code {
    case .accessDenied, .notPermitted:
      "mm-ingestd has no permission to read it. Give its user or group that, with chgrp and chmod g+r, and it is taken."
    case .inputOutput:
      "Its disk fails to read it. Copy the file from where it came once more, and look at the disk."
    default: "It cannot be read: \(code). It is tried again, and taken once it can be."
    }
  }

  /// Whether the system gives this program no more of something.
  var isShortage: Bool {
    [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(code)
  }

  /// Of a fault that says nothing of the file.
  var passingSentence: String {
    switch code {
    case .tooManyOpenFiles:
      "mm-ingestd has as many files open as it may. Raise its limit, with ulimit -n or LimitNOFILE= of the service."
    case .tooManyOpenFilesInSystem:
      "The system has as many files open as it may. Raise the limit with: sysctl fs.file-max"
    case .noMemory:
      "There is no memory left. Raise the limit of mm-ingestd (ulimit -v, LimitAS= or MemoryMax= of the service), or end other programs."
    default: "The system failed: \(code). It is tried again."
    }
  }
}
