import JSON

/// Why bytes are no sidecar at all.
public enum SidecarError: Error, Hashable, Sendable {
  case json(JSONError)
  case notAnObject
  /// No bytes, or blanks alone.
  case empty

  /// Whether it may only be half written.
  public var looksUnfinished: Bool {
    switch self {
    case .json(let error): error.isTruncated
    case .notAnObject: false
    case .empty: true
    }
  }
}

extension SidecarError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .json(let error): error.description
    case .empty: "The sidecar is empty."
    case .notAnObject: "The JSON is no object: it must begin with { and end with }."
    }
  }
}
