import Records

extension BackupError: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .occupied(let path, let name):
      "\(path) is no backup and holds \(name). It was left as it is. Name an empty folder, or one that is not there yet."
    case .unmarked(let path):
      "\(path) holds snapshots of a backup, and its \(BackupLayout.marker) is lost or cannot be read. It was left as it is. Copy that file from another backup, or make it anew: printf '{\"\(Marker.key)\": \(BackupLayout.version)}\\n' > \("\(path)/\(BackupLayout.marker)".shellWord)"
    case .notFound(let path):
      "There is no backup in \(path). Name the folder that was given to 'mm-organize backup'."
    case .noFolder(let path):
      "\(path) cannot be made: the folder above it is not there. Make that first, or mount the disk that it is on."
    case .newer(let path, let found, let known):
      "\(path) is a backup of version \(found), and this program knows versions up to \(known). It was left as it is. Install the newer version."
    case .locked(let path, let holder?):
      "Another backup into \(path) is under way (process \(holder)). Try again when it is done."
    case .locked(let path, nil):
      "Another backup into \(path) is under way. Try again when it is done."
    case .full(let path):
      "The disk with the backup at \(path) is full. No snapshot was made. Free some space and try again: what is copied already stays."
    case .permission(let path, let detail):
      "\(path) may not be used: \(detail). Check its owner and mode, and those of the folders above it."
    case .io(let path, let detail):
      "The system failed at \(path): \(detail). Look at the disk and the kernel's log, then try again."
    case .damaged(let path, let detail):
      "\(path) is damaged: \(detail). It was left as it is. Use another snapshot, or another copy of the backup."
    case .unverified(let path):
      "\(path) did not give back what was written to it. Do not trust this disk: make the backup on another one."
    case .noSnapshot(let path, let name?):
      "There is no snapshot \(name) in \(path). 'mm-organize restore-backup DIR --list' shows those that there are."
    case .noSnapshot(let path, nil):
      "There is no snapshot in \(path) yet. Make one with 'mm-organize backup'."
    case .severalSnapshots(let name, let ids):
      "\(name) can mean \(ids.map(\.description).joined(separator: " or ")). Write more of it."
    case .unsettled(let path):
      "The store at \(path) changes too fast: what was set aside is given back before it can be copied. Try again in a moment."
    case .incomplete(let id, let problems):
      "The snapshot \(id) lacks \(BackupError.list(problems)). Nothing was restored. Use another snapshot, or restore the rest with --partial."
    case .store(let error): error.description
    }
  }

  /// `2 files of the store: audio/2026/11/….wav, …`, five of them at most.
  private static func list(_ problems: [FileProblem]) -> String {
    let count = problems.count == 1 ? "1 file" : "\(problems.count) files"
    let paths = problems.prefix(5).map(\.path).joined(separator: ", ")
    return "\(count) of the store: \(paths)\(problems.count > 5 ? " and more" : "")"
  }
}
