/// The limits of inotify(7) that one user's programs share.
public enum InotifyLimit: String, Hashable, Sendable {
  case watches = "max_user_watches"
  case instances = "max_user_instances"

  /// As sysctl(8) calls it.
  public var name: String { "fs.inotify.\(rawValue)" }

  /// What it is set to (`/proc/sys/fs/inotify`); nil where the system does not say.
  public var value: Int? {
    guard let file = try? Descriptor(opening: "/proc/sys/fs/inotify/\(rawValue)"),
      let bytes = try? file.read(upTo: 32)
    else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
