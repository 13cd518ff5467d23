import Hashing
import Linux
import Records
import Storage
import Synchronization

/// The files that a run has read and found sound, kept so that the next run goes on where this one stopped, however it
/// stopped. A file that has changed since in any way, or whose row has, is another.
///
/// A line for each, under one that says when the first run began; the last may be cut short.
public final class ReadFiles: Sendable {
  /// What is older says too little of today's disk.
  public static let longestAge = Duration.seconds(7 * 86_400)

  private let path: String
  private let file: Descriptor
  private let earlier: Set<[UInt8]>
  private let unwritten = Mutex(Unwritten())

  private struct Unwritten {
    var text = ""
    var last: ContinuousClock.Instant?
  }

  /// The name of the file for a store in this folder; a run that decodes is another.
  public static func name(of store: String, decoding: Bool) -> String {
    let digest = Digest(bytes: SHA256.hash(Array(store.utf8)))?.description ?? ""
    return "verify-\(digest.prefix(16))\(decoding ? "-decode" : "")"
  }

  private static let title = "moneymom verify 1 "

  /// Reads what an earlier run has left, unless that is to be forgotten, and goes on with it.
  public init(at path: String, now: Instant, forgetting: Bool = false) throws(SystemError) {
    if let slash = path.lastIndex(of: "/") {
      try makeDirectories(String(path[..<slash]), mode: 0o700)
    }
    self.path = path
    file = try Descriptor(
      opening: path, [.readWrite, .create, .append, .noFollow], mode: 0o600)
    let text = String(decoding: try file.readAll(limit: 1 << 30) ?? [], as: UTF8.self)
    if !forgetting, let keys = ReadFiles.keys(in: text, now) {
      earlier = keys
      // A line that was cut short ends here.
      if !text.hasSuffix("\n") { try file.write("\n") }
    } else {
      earlier = []
      try file.truncate(to: 0)
      try file.write("\(ReadFiles.title)\(now.milliseconds)\n")
    }
  }

  private static func keys(in text: String, _ now: Instant) -> Set<[UInt8]>? {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, first.hasPrefix(title),
      let began = Int64(first.dropFirst(title.count)),
      began <= now.milliseconds,
      Duration.milliseconds(now.milliseconds - began) <= longestAge
    else { return nil }
    return Set(lines.dropFirst().lazy.filter { $0.utf8.count == 32 }.map { Array($0.utf8) })
  }

  /// Whether an earlier run has read this file, as it is now.
  func contain(_ file: AuditedFile, _ status: FileStatus) -> Bool {
    !earlier.isEmpty && earlier.contains(Array(ReadFiles.key(of: file, status).utf8))
  }

  /// Writes it down, at once or within half a second of others.
  func add(_ file: AuditedFile, _ status: FileStatus) {
    let line = ReadFiles.key(of: file, status) + "\n"
    unwritten.withLock { unwritten in
      unwritten.text += line
      let now = ContinuousClock.now
      if let last = unwritten.last, now - last < .milliseconds(500) { return }
      write(&unwritten)
      unwritten.last = now
    }
  }

  /// Writes down what is left.
  func flush() { unwritten.withLock { write(&$0) } }

  /// A disk that is full costs the resumption and nothing else.
  private func write(_ unwritten: inout Unwritten) {
    try? file.write(unwritten.text)
    unwritten.text = ""
  }

  /// After a run that has read everything.
  func remove() {
    guard let slash = path.lastIndex(of: "/") else { return }
    try? Descriptor(opening: String(path[...slash]), [.directory])
      .unlink(PathBytes(String(path[path.index(after: slash)...])))
  }

  private static func key(of file: AuditedFile, _ status: FileStatus) -> String {
    let identity = status.identity
    let text =
      "\(file.path)\n\(file.sha256)\n\(file.sound?.description ?? "")\n\(identity.device) \(identity.inode) \(identity.size) \(identity.modified) \(status.changed)"
    guard let digest = Digest(bytes: SHA256.hash(Array(text.utf8))) else { return "" }
    return String(digest.description.prefix(32))
  }
}
