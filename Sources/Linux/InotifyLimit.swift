/// The limits of inotify(7) that one user's programs share.
public enum InotifyLimit: String, Hashable, Sendable {
  case watches = "max_user_watches"
  case instances = "max_user_instances"

  /// As sysctl(8) calls it.
  public var name: String { "fs.inotify.\(rawValue)" }

  /// What holds for this process; nil where the system does not say. A container has a limit of its own beside that of
  /// the machine (user_namespaces(7), `/proc/sys/user`), and the smaller one counts.
  public var value: Int? {
    [
      "/proc/sys/fs/inotify/\(rawValue)",
      "/proc/sys/user/max_inotify_\(rawValue.dropFirst("max_user_".count))",
    ].compactMap(InotifyLimit.number).min()
  }

  private static func number(at path: String) -> Int? {
    guard let file = try? Descriptor(opening: path), let bytes = try? file.read(upTo: 32) else {
      return nil
    }
    return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
