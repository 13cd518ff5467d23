import Linux

extension InboxNews: CustomStringConvertible {
  public var description: String {
    switch self {
    case .ignored(let name, let kind): "\(name) is ignored: it is \(kind.phrase), not a file."
    case .missing(let path, let reason): "The inbox \(path) is missing: \(reason)"
    case .watching(let path): "The inbox \(path) is watched by events."
    case .polling(let path, let reason): "The inbox \(path) is polled. \(reason)"
    case .overflow(let path):
      "Events of the inbox \(path) were lost to a burst, so the whole folder was read."
    }
  }
}

extension FileStatus.Kind {
  fileprivate var phrase: String {
    switch self {
    case .regular: "a regular file"
    case .directory: "a folder"
    case .symbolicLink: "a symbolic link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .other: "of an unknown kind"
    }
  }
}
