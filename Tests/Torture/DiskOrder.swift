import Glibc

/// What a power cut at any instant would leave, as far as fsync(2) promises: contents that were written and not
/// synchronised, names that were given and whose folder was not. Told of each call, it says which of the invariants an
/// early removal, name or COMMIT would break.
struct DiskOrder {
  private let inbox: String
  private let store: String
  private(set) var faults: [String] = []

  /// Files with writes that are not on the disk.
  private var unwritten: Set<String> = []
  /// Names that are not on the disk: of files and folders, by their paths.
  private var unnamed: Set<String> = []
  /// Files that have got a name since the start.
  private var files: Set<String> = []
  /// What is being made by a call that has not ended.
  private var created: Set<String> = []
  /// Whether the head of the log has been written since the last synchronising.
  private var hasNewHead = false
  /// Whether what this process has written into the log is synchronised.
  private var isCommitted = true
  /// Whether a COMMIT has been synchronised since a file got a lasting name.
  private var isRecorded = true
  /// Whether names have left the inbox that a power cut may bring back.
  private var mayComeBack: Bool
  /// The same when the transaction that is being written began.
  private var mightComeBack = false
  /// The rows of removals when the last transaction ended.
  private var removals: Set<Int64>

  private var database: String { "\(store)/records.sqlite3" }
  private var log: String { database + "-wal" }

  init(inbox: String, store: String) {
    self.inbox = inbox
    self.store = store
    removals = DiskOrder.pendingRemovals(of: store)
    // Whoever has done it may have died before it was synchronised: taken a file away, made a folder, written the log.
    mayComeBack = !removals.isEmpty
    unnamed = DiskOrder.foldersWithoutRow(of: store)
    if let size = size(of: log) {
      unnamed.insert(log)
      if size > 0 { unwritten.insert(log) }
    }
  }

  /// A call that is about to be made.
  mutating func begins(_ call: TracedCall) {
    switch call.name {
    case "openat" where call.arguments[2] & UInt(O_CREAT) != 0:
      let path = call.path(folder: 0, 1)
      if size(of: path) == nil { created.insert(path) }
    case "write", "pwrite64", "writev", "pwritev", "sendfile", "ftruncate", "fallocate":
      write(call, call.target(ofArgument: 0))
    case "copy_file_range": write(call, call.target(ofArgument: 2))
    case "rename", "renameat", "renameat2":
      let from = call.name == "rename" ? call.path(folder: nil, 0) : call.path(folder: 0, 1)
      let to = call.name == "rename" ? call.path(folder: nil, 1) : call.path(folder: 2, 3)
      if from.hasPrefix(inbox) { takeFromInbox(from) }
      if isLasting(to) { settle(from, "before it is called \(to)") }
    case "unlink", "unlinkat":
      let path = call.name == "unlink" ? call.path(folder: nil, 0) : call.path(folder: 0, 1)
      if path.hasPrefix(inbox) { takeFromInbox(path) }
      if path == log { expectWritten(database, "before its log is removed") }
    case "fcntl":
      guard releasesWriteLock(call) else { return }
      if !isCommitted { fault("a COMMIT has returned early") }
      endTransaction()
    default: break
    }
  }

  /// A call that has been made, with its answer.
  mutating func ended(_ call: TracedCall, _ answer: Int) {
    guard answer >= 0 else { return }
    switch call.name {
    case "fsync", "fdatasync": synchronize(call.target(ofArgument: 0))
    case "openat" where created.contains(call.path(folder: 0, 1)):
      let path = call.path(folder: 0, 1)
      created.remove(path)
      name(path)
      if path.hasPrefix(store) { files.insert(path) }
      if isLasting(path) { isRecorded = false }
    case "mkdir": name(call.path(folder: nil, 0))
    case "mkdirat": name(call.path(folder: 0, 1))
    case "unlink": leaveInbox(call.path(folder: nil, 0))
    case "unlinkat": leaveInbox(call.path(folder: 0, 1))
    case "rename": rename(call.path(folder: nil, 0), call.path(folder: nil, 1))
    case "renameat", "renameat2": rename(call.path(folder: 0, 1), call.path(folder: 2, 3))
    default: break
    }
  }

  /// At the end of the process.
  mutating func end() {
    if !isCommitted { fault("a COMMIT is not on the disk at the end") }
  }

  private mutating func write(_ call: TracedCall, _ path: String) {
    guard path.hasPrefix(store) else { return }
    if path == log {
      let isHead = call.name == "pwrite64" && call.arguments[3] == 0
      if isHead { hasNewHead = true } else { commit() }
    }
    if path == database { expectWritten(log, "before its pages go into the database") }
    unwritten.insert(path)
  }

  /// Invariant 2: rows may reach the disk as soon as they are written. And the head of a log that begins anew must be there
  /// before them, or frames of the old one may be taken for the new one's (SQLite's ticket ff5be73dee).
  private mutating func commit() {
    if hasNewHead { fault("the head of the log is not on the disk before its frames") }
    for path in placed {
      expectWritten(path, "before a COMMIT")
      expectNamed(path, "before a COMMIT")
    }
    if isCommitted { mightComeBack = mayComeBack }
    isCommitted = false
  }

  /// Invariant 3 from the other side: what tells that a file is to go stays until the file cannot come back.
  private mutating func endTransaction() {
    let left = DiskOrder.pendingRemovals(of: store)
    if mightComeBack, !removals.isSubset(of: left) {
      fault("the row of a removal is gone before the inbox is on the disk")
    }
    removals = left
    mightComeBack = false
  }

  private mutating func leaveInbox(_ path: String) {
    if path.hasPrefix(inbox) { mayComeBack = true }
  }

  /// Invariants 1 and 3.
  private mutating func takeFromInbox(_ path: String) {
    let when = "before \(path) is taken from the inbox"
    expectWritten(log, when)
    expectNamed(log, when)
    expectNamed(database, when)
    for path in placed {
      expectWritten(path, when)
      expectNamed(path, when)
    }
    if !isRecorded { fault("there is no COMMIT \(when)") }
  }

  /// Whether synchronising it would do nothing.
  func isOnDisk(_ path: String) -> Bool {
    if path == log, hasNewHead || !isCommitted { return false }
    if path == inbox, mayComeBack { return false }
    return !unwritten.contains(path) && !unnamed.contains { parent(of: $0) == path }
  }

  private mutating func synchronize(_ path: String) {
    unwritten.remove(path)
    if path == inbox { mayComeBack = false }
    for name in unnamed where parent(of: name) == path { unnamed.remove(name) }
    if path == log {
      if !isCommitted { isRecorded = true }
      isCommitted = true
      hasNewHead = false
    }
  }

  private mutating func name(_ path: String) {
    if path.hasPrefix(store), !path.hasSuffix("-shm") { unnamed.insert(path) }
  }

  private mutating func rename(_ from: String, _ to: String) {
    func moved(_ paths: Set<String>) -> Set<String> {
      Set(paths.map { $0 == from || $0.hasPrefix(from + "/") ? to + $0.dropFirst(from.count) : $0 })
    }
    files = moved(files)
    unwritten = moved(unwritten)
    unnamed = moved(unnamed)
    leaveInbox(from)
    name(to)
    if isLasting(to), to != database { isRecorded = false }
  }

  /// The database, or something of archive or quarantine that is no draft.
  private func isLasting(_ path: String) -> Bool {
    path == database
      || ["audio/", "quarantine/"].contains { path.hasPrefix("\(store)/\($0)") }
        && !path.dropFirst(store.count).contains("/.")
  }

  private var placed: [String] { files.filter { isLasting($0) && $0 != database } }

  /// A file, or a folder with all that it holds, is on the disk before it gets a lasting name.
  private mutating func settle(_ path: String, _ when: String) {
    expectWritten(path, when)
    for file in files where file.hasPrefix(path + "/") {
      expectWritten(file, when)
      if unnamed.contains(file) { fault("the name \(file) is not on the disk \(when)") }
    }
  }

  /// Once, however often it is seen.
  private mutating func fault(_ text: String) {
    if !faults.contains(text) { faults.append(text) }
  }

  private mutating func expectWritten(_ path: String, _ when: String) {
    if unwritten.contains(path) { fault("\(path) is not on the disk \(when)") }
  }

  /// It, and all folders above it up to the store's own.
  private mutating func expectNamed(_ path: String, _ when: String) {
    var path = path
    while path.count > store.count {
      if unnamed.contains(path) { fault("the name \(path) is not on the disk \(when)") }
      path = parent(of: path)
    }
  }

  private func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  private func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// SQLite's lock on writing is byte 120 of the log's index (sqlite.org/walformat.html, "WAL Locks").
  private func releasesWriteLock(_ call: TracedCall) -> Bool {
    guard call.arguments[1] == UInt(F_SETLK), call.target(ofArgument: 0) == database + "-shm",
      let lock = call.value(ofArgument: 2, as: flock.self)
    else { return false }
    return lock.l_type == F_UNLCK && lock.l_start <= 120 && lock.l_start + lock.l_len > 120
  }
}
