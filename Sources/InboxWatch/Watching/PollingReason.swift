import Linux

/// Why an inbox is read again and again, and not watched by events. Its description is one whole sentence.
public enum PollingReason: Error, Hashable, Sendable {
  case configured
  /// Changes made by other machines, or behind FUSE, raise no events here.
  case fileSystem(FileSystemKind)
  /// A limit of inotify is used up. The kernel says "no space left on device" or "too many open files", which would
  /// send people looking at the wrong thing.
  case limit(InotifyLimit, value: Int?)
  case refused(SystemError)

  /// What the failure of a call of inotify(7) means.
  init(_ error: SystemError, limitValue: (InotifyLimit) -> Int? = \.value) {
    switch (error.call, error.code) {
    case ("inotify_init1", .tooManyOpenFiles):
      self = .limit(.instances, value: limitValue(.instances))
    case ("inotify_add_watch", .noSpace):
      self = .limit(.watches, value: limitValue(.watches))
    default: self = .refused(error)
    }
  }

  /// Whether it may pass by itself, so that events are worth another try.
  var mayPass: Bool {
    switch self {
    case .configured, .fileSystem: false
    case .limit, .refused: true
    }
  }
}

extension PollingReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .configured: "The configuration asks for polling."
    case .fileSystem(let kind):
      "A file system of the kind \(kind.name ?? "found here") does not tell of all changes."
    case .limit(let limit, let value?):
      "The limit \(limit.name) is \(value) and used up; raise it with sysctl to have events again."
    case .limit(let limit, nil):
      "The limit \(limit.name) is used up; raise it with sysctl to have events again."
    case .refused(let error): "The system refuses to watch the folder: \(error.code)."
    }
  }
}
