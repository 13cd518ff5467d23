import Glibc

/// One inotify(7) instance as an asynchronous stream of batches. Events are hints: the directory is the truth.
public struct Inotify: Sendable {
  /// A watched directory.
  public struct Watch: Hashable, Sendable {
    let number: Int32
  }

  public struct Event: Hashable, Sendable {
    public let watch: Watch
    public let kinds: Kinds
    /// The entry of the directory; nil for the directory itself.
    public let name: PathBytes?
  }

  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    init(_ flags: Int...) { rawValue = flags.reduce(0) { $0 | UInt32(truncatingIfNeeded: $1) } }

    public static let modified = Kinds(Int(IN_MODIFY))
    public static let attributesChanged = Kinds(Int(IN_ATTRIB))
    public static let closedAfterWriting = Kinds(Int(IN_CLOSE_WRITE))
    public static let movedIn = Kinds(Int(IN_MOVED_TO))
    public static let movedOut = Kinds(Int(IN_MOVED_FROM))
    public static let created = Kinds(Int(IN_CREATE))
    public static let deleted = Kinds(Int(IN_DELETE))
    /// The watched directory itself was removed or renamed, or its file system was unmounted.
    public static let directoryDeleted = Kinds(Int(IN_DELETE_SELF))
    public static let directoryMoved = Kinds(Int(IN_MOVE_SELF))
    public static let unmounted = Kinds(Int(IN_UNMOUNT))
    /// The kernel dropped the watch; no more events come for it.
    public static let ignored = Kinds(Int(IN_IGNORED))
    /// Events were lost: only a scan can tell what happened.
    public static let overflow = Kinds(Int(IN_Q_OVERFLOW))
  }

  public let events: AsyncStream<[Event]>
  private let source: ReadinessSource
  private let number: Int32

  /// Throws `tooManyOpenFiles` when the user's `fs.inotify.max_user_instances` is used up.
  public init() throws(SystemError) {
    let number = try retrying("inotify_init1") {
      inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    }
    self.number = number
    let (stream, continuation) = AsyncStream.makeStream(of: [Event].self)
    events = stream
    let rhythm = BurstRhythm()
    source = try ReadinessSource(owning: Descriptor(owning: number), label: "inotify") { number in
      // Large enough that a burst is a few batches, and never less than one event (inotify(7)).
      withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
        while true {
          let count = read(number, buffer.baseAddress, buffer.count)
          guard count > 0 else { break }
          continuation.yield(Inotify.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
        }
      }
      usleep(rhythm.pause())
    }
  }

  /// Watches a directory, which must not be a link. Throws `noSpace` when `fs.inotify.max_user_watches` is used
  /// up: that is not a full disk.
  public func watch(_ directory: String, for kinds: Kinds) throws(SystemError) -> Watch {
    let flags = kinds.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)
    return Watch(
      number: try retrying("inotify_add_watch", on: directory) {
        inotify_add_watch(number, directory, flags)
      })
  }

  public func stop() { source.cancel() }

  /// The records of inotify(7): a 16-byte head, then the name, padded with NULs.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    var events: [Event] = []
    var position = 0
    while position + 16 <= bytes.count {
      let length = Int(bytes.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self))
      let padded = bytes[(position + 16)..<min(position + 16 + length, bytes.count)]
      let name = padded.prefix { $0 != 0 }
      events.append(
        Event(
          watch: Watch(number: bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)),
          kinds: Kinds(
            rawValue: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)),
          name: name.isEmpty ? nil : PathBytes(Array(name))))
      position += 16 + length
    }
    return events
  }
}
