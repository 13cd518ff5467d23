import Backup
import CommandLineTool
import JSON
import Records
import Storage
import Text

/// `backup`: a snapshot of the store and its files in another folder.
struct BackUp {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let path = context.arguments.operands[0]
    try BackupPlace(context).requireApart(path)
    let backup = BackupRun(
      of: try context.store(.readOnly), into: path,
      by: "\(Declaration.program.name) \(Declaration.program.version)", now: context.now,
      isVerifyingAll: context.arguments.has("--verify-all"))
    let report: BackupReport
    do throws(BackupError) {
      report = try context.isDryRun ? backup.plan() : run(backup)
    } catch { throw Failure(error) }
    if context.isJSON {
      try context.output.write(report.json)
    } else {
      for line in lines(report, path) { try context.output.line(line) }
    }
    guard !report.problems.isEmpty else { return }
    throw Failure(
      .needsAttention, "incomplete",
      report.problems.count == 1
        ? "1 file of the store is not as its row says."
        : "\(report.problems.count) files of the store are not as their rows say.",
      hint: "All the rest is backed up. Earlier snapshots may still have what is lost.")
  }

  private func run(_ backup: BackupRun) throws(BackupError) -> BackupReport {
    let bar = ProgressBar()
    defer { bar?.clear() }
    return try backup.run { bar?.show(ProgressLine($0)) }
  }

  private func lines(_ report: BackupReport, _ path: String) -> [String] {
    let size = ProgressLine.size(report.copiedBytes + report.databaseBytes)
    let copied = "\(report.copiedFiles) new of \(report.files.counted("file")), \(size)"
    guard let id = report.id else {
      return ["would back up \(report.counts.text) to \(path.visible): \(copied)"]
    }
    var lines = ["backed up \(report.counts.text) as \(id): \(copied)"]
    if report.repaired > 0 {
      lines.append(
        "repaired \(report.repaired.counted("file")) that had been damaged in the backup")
    }
    return lines + report.problems.map { context.paint.colored($0.message.visible, .red) }
  }
}

extension ProgressLine {
  init(_ progress: BackupProgress) {
    self.init(
      done: progress.files, all: progress.totalFiles, bytes: progress.bytes,
      allBytes: progress.totalBytes)
  }
}

extension StoreCounts {
  /// `12 quick records, 3 transactions, 10 recordings`; what is set aside only where there is some.
  var text: String {
    let parts = [
      quickRecords.counted("quick record"), transactions.counted("transaction"),
      recordings.counted("recording"),
    ]
    return (parts + (quarantined > 0 ? ["\(quarantined) set aside"] : [])).joined(separator: ", ")
  }
}

extension BackupReport {
  fileprivate var json: JSONValue {
    [
      "snapshot": JSONValue(id?.description), "counts": counts.json,
      "database_bytes": .integer(databaseBytes), "files": .integer(files),
      "bytes": .integer(bytes), "copied_files": .integer(copiedFiles),
      "copied_bytes": .integer(copiedBytes), "repaired": .integer(repaired),
      "problems": .array(problems.map(\.json)),
    ]
  }
}

extension FileProblem {
  var json: JSONValue {
    ["code": .string(code.rawValue), "path": .string(path), "message": .string(message)]
  }
}
