import Linux

/// A folder that is being watched: which one it is, and how.
struct ArmedFolder: Sendable {
  /// Tells this arming from every other of the same watcher: events may come late.
  let number: Int
  let device: UInt64
  let inode: UInt64
  /// Nil while the folder is polled, for the reason.
  var source: EventSource?
  var reason: PollingReason?
  /// Hands the events over.
  var listener: Task<Void, Never>?
  /// The kernel has dropped the watch, or the folder went away.
  var isLost = false

  /// What the entrance answered, kept while the folder is watched.
  let pass: any Sendable

  init(_ status: FileStatus, number: Int, pass: any Sendable) {
    self.number = number
    self.pass = pass
    device = status.device
    inode = status.inode
  }

  func isSame(as status: FileStatus) -> Bool {
    !isLost && status.device == device && status.inode == inode
  }
}
