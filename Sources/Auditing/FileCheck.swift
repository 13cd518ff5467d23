import Linux
import Records
import Storage

/// Every row has its file, and every file its row: of its kind and size, without reading it.
struct FileCheck {
  let store: Store
  let files: StoreFiles
  /// Called after each look.
  private let looked: () -> Void

  init(_ store: Store, looked: @escaping () -> Void = {}) {
    self.store = store
    self.looked = looked
    files = StoreFiles(of: store.paths)
  }

  /// How long to wait between looks where the write lock cannot be taken.
  private static let patience: [Duration] = [0, 100, 200, 400, 800, 1600].map { .milliseconds($0) }

  /// What is wrong, and how many files there are. Rows and files cannot be read at one instant: what is wrong at a first
  /// look is named only if it is so again once nobody is in the middle of a change.
  func run() throws -> (problems: [Problem], files: Int) {
    var (problems, count) = try look()
    guard !problems.isEmpty else { return ([], count) }
    // A file that is taken back after a failed transaction is gone a moment after the transaction.
    let pauses = try store.awaitWriters() ? Array(FileCheck.patience.prefix(2)) : FileCheck.patience
    for duration in pauses where !problems.isEmpty {
      try pause(duration)
      let again: [Problem]
      (again, count) = try look()
      let confirmed = Set(again)
      problems.removeAll { !confirmed.contains($0) }
    }
    return (problems, count)
  }

  private func look() throws -> (problems: [Problem], files: Int) {
    defer { looked() }
    let (kept, folders, purged, spare, items) = try store.read { reader in
      (
        try reader.auditedFiles(), try reader.auditedFolders(), try reader.purgedFiles(),
        try reader.quarantineItems([.retried]).filter { try reader.isSpare($0) },
        try reader.quarantineItems([.held, .dropped, .fixed, .accepted])
      )
    }
    let found = try files.everything()
    var problems = purged.filter {
      !StorePaths.isPlaceOfFile($0) && !StorePaths.isPlaceOfItem($0)
    }.map { Problem.strange($0) }
    var owners = Dictionary(
      kept.map { ($0.path, $0.owner) }, uniquingKeysWith: { first, _ in first })
    for folder in folders { owners[folder.path] = folder.item }
    for path in purged {
      if let owner = owners[path] { problems.append(.inUse(path, of: owner)) }
    }
    var known: Set<PathBytes> = []
    for file in kept {
      known.insert(PathBytes(file.path))
      if let problem = try judge(file, found[PathBytes(file.path)]) { problems.append(problem) }
    }
    for folder in folders {
      let reason = PathBytes("\(folder.path)/reason.json")
      known.insert(reason)
      guard folder.isExpected, found[reason] == nil else { continue }
      problems.append(
        Problem(
          .fileMissing, folder.item, path: reason.description,
          "The note on why it was set aside is gone. 'mm-organize quarantine show \(folder.item)' says it too."
        ))
    }
    for item in items {
      if let fault = files.reasonFault(of: item) { problems.append(.reason(item, fault)) }
    }
    for item in spare {
      let folder = "quarantine/\(item.uuid)"
      if found.keys.contains(where: { FileCheck.isPart($0, of: folder) }) {
        problems.append(.spare(item, folder))
      }
    }
    let daemonRuns = try StoreLock.isHeld(of: store.paths)
    for path in found.keys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    where !known.contains(path) {
      if purged.contains(where: { FileCheck.isPart(path, of: $0) }) {
        problems.append(.purged(path))
      } else if found[path]?.kind == .symbolicLink {
        problems.append(.link(path))
      } else if let problem = judge(stray: path, daemonRuns: daemonRuns) {
        problems.append(problem)
      }
    }
    return (problems, found.count)
  }

  private func judge(_ file: AuditedFile, _ listed: FileStatus?) throws(StoreError) -> Problem? {
    guard StorePaths.isPlaceOfFile(file.path) else { return .strange(file.path, of: file.owner) }
    guard file.isExpected else { return nil }
    var found = listed
    if found == nil { found = try files.status(of: PathBytes(file.path)) }
    guard let status = found else {
      return .missing(file)
    }
    guard status.kind == .regular else { return .wrongKind(file) }
    guard status.size == file.bytes else {
      return Problem(
        .fileWrongSize, file.owner, path: file.path,
        "The file has \(status.size.counted("byte")), and was filed with \(file.bytes). \(file.cure)"
      )
    }
    return nil
  }

  private func judge(stray path: PathBytes, daemonRuns: Bool) -> Problem? {
    if StoreFiles.isTemporary(path) {
      if daemonRuns || files.isInUse(path) { return nil }
      return Problem(
        .fileLeftover, path: FileName(bytes: path.bytes).description,
        "A program that died has left this. The next start of mm-ingestd removes it.")
    }
    return Problem(
      .fileStray, path: FileName(bytes: path.bytes).description,
      "No row names this file. Where an 'add' was cut off, say it again. The next start of mm-ingestd removes what a crash has left and is kept elsewhere; what stays after that, see to and move out of the store."
    )
  }

  /// A file itself, or what lies in a folder.
  private static func isPart(_ path: PathBytes, of purged: String) -> Bool {
    path == PathBytes(purged) || path.bytes.starts(with: Array("\(purged)/".utf8))
  }
}

extension Problem {
  fileprivate static func strange(_ path: String, of owner: RecordID? = nil) -> Problem {
    Problem(
      .pathStrange, owner, path: path,
      "This is no place of a file in the store. Put a backup in the store's place.")
  }

  fileprivate static func spare(_ item: QuarantineItem, _ folder: String) -> Problem {
    Problem(
      .fileLeftover, item.id, path: folder,
      "\(item.id) was judged again, and the copies that were set aside are still there, though nobody needs them. The next start of mm-ingestd removes them."
    )
  }

  fileprivate static func reason(_ item: QuarantineItem, _ fault: ReasonFault) -> Problem {
    let path = "quarantine/\(item.uuid)/reason.json"
    let says = "'mm-organize quarantine show \(item.id)' says it as it is in the records."
    return switch fault {
    case .unreadable(let code):
      Problem(
        .fileUnreadable, item.id, path: path,
        "The note on why it was set aside cannot be read: \(code). Check its owner and mode, and the disk. \(says)"
      )
    case .noRegularFile:
      Problem(
        .fileWrongKind, item.id, path: path,
        "The note on why it was set aside is no regular file. Put it back from a backup. \(says)")
    case .otherwise:
      Problem(
        .reasonWrong, item.id, path: path,
        "The note on why it was set aside says another code, name or digest than the records do, or cannot be understood. Put it back from a backup. \(says)"
      )
    }
  }

  fileprivate static func inUse(_ path: String, of owner: RecordID?) -> Problem {
    Problem(
      .purgedInUse, owner, path: path,
      "This is said to be purged, and \(owner?.description ?? "a row") has it. It is not removed: the next 'mm-organize purge' or start of mm-ingestd forgets that it was to go. Find out which program writes to the store besides these."
    )
  }

  fileprivate static func link(_ path: PathBytes) -> Problem {
    Problem(
      .fileStray, path: FileName(bytes: path.bytes).description,
      "This is a symbolic link, and no row names it. None is followed in the store: put what it leads to in its place, or move the link out of the store."
    )
  }

  fileprivate static func purged(_ path: PathBytes) -> Problem {
    Problem(
      .fileLeftover, path: FileName(bytes: path.bytes).description,
      "Its record was purged, and the purge was cut off before it removed this. 'mm-organize purge' or the next start of mm-ingestd does."
    )
  }
}
