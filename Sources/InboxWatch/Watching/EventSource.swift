import Linux

/// An inotify instance that watches one folder.
struct EventSource: Sendable {
  let inotify: Inotify

  /// What tells that an entry appeared, was finished, changed or left, or that the folder did. Writing itself is not
  /// asked for: it shows when the file would be due, and would flood the queue.
  private static let kinds: Inotify.Kinds = [
    .created, .closedAfterWriting, .movedIn, .movedOut, .deleted, .attributesChanged,
    .directoryDeleted, .directoryMoved,
  ]

  init(watching path: String) throws(PollingReason) {
    do throws(SystemError) {
      inotify = try Inotify()
      _ = try inotify.watch(path, for: EventSource.kinds)
    } catch {
      throw PollingReason(error)
    }
  }

  typealias Opening = @Sendable (InboxFolder, WatchMode) throws(PollingReason) -> EventSource

  /// Events where the mode and the file system allow them.
  @Sendable
  static func open(
    _ folder: InboxFolder, _ mode: WatchMode
  ) throws(PollingReason) -> EventSource {
    switch mode {
    case .poll: throw .configured
    case .events: break
    case .auto:
      let kind = FileSystemKind(of: folder.descriptor)
      if kind.mayChangeUnseen { throw .fileSystem(kind) }
    }
    return try EventSource(watching: folder.path)
  }
}

extension Inotify.Event {
  /// The folder itself went away, or its watch did.
  var concernsFolder: Bool {
    !kinds.isDisjoint(with: [.directoryDeleted, .directoryMoved, .unmounted, .ignored])
  }
}

extension EntryEvent {
  /// Takes in one more event of the same name, in the order in which they happened.
  mutating func add(_ kinds: Inotify.Kinds) {
    if !kinds.isDisjoint(with: [.movedOut, .deleted]) {
      departed = true
      isGone = true
      arrivedByRename = false
    }
    if kinds.contains(.created) {
      isGone = false
      arrivedByRename = false
    }
    if kinds.contains(.movedIn) {
      isGone = false
      arrivedByRename = true
    }
    if kinds.contains(.closedAfterWriting) {
      writerClosed = true
      // Written after it was renamed: no longer what was renamed.
      arrivedByRename = false
    }
    if kinds.contains(.attributesChanged) { attributesChanged = true }
  }
}
