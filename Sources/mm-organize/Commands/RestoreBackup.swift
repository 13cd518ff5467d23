import Backup
import CommandLineTool
import JSON
import Records
import Storage
import Text

/// `restore-backup`: a store made of a snapshot, or a list of the snapshots.
struct RestoreBackup {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    let path = context.arguments.operands[0]
    let folder: BackupFolder
    do throws(BackupError) { folder = try BackupFolder(opening: path) } catch {
      throw Failure(error)
    }
    if context.arguments.has("--list") { return try list(folder) }
    try BackupPlace(context).requireApart(path)
    try context.requireStorePlace(toMake: true)
    if context.arguments.value("--snapshot") == "" {
      throw Failure(
        .usage, "usage", "'--snapshot' names no snapshot.",
        hint: "Leave it out for the latest; --list lists them.")
    }
    let manifest: Manifest
    let problems: [FileProblem]
    do throws(BackupError) {
      let restore = try BackupRestore(
        of: folder, snapshot: context.arguments.value("--snapshot"), into: context.paths,
        isPartial: context.arguments.has("--partial"))
      manifest = restore.manifest
      problems = try run(restore)
    } catch { throw Failure(error) }
    try report(manifest, problems)
  }

  private func run(_ restore: BackupRestore) throws(BackupError) -> [FileProblem] {
    let bar = ProgressBar()
    defer { bar?.clear() }
    let show: (BackupProgress) -> Void = { bar?.show(ProgressLine($0)) }
    return try context.isDryRun ? restore.check(show) : restore.run(show)
  }

  private func report(_ manifest: Manifest, _ problems: [FileProblem]) throws(Failure) {
    if context.isJSON {
      try context.output.write([
        "snapshot": .string(manifest.id.description), "store": .string(context.paths.root),
        "counts": manifest.counts.json, "files": .integer(manifest.files.count),
        "bytes": .integer(manifest.bytes), "problems": .array(problems.map(\.json)),
      ])
    } else {
      let done = context.isDryRun ? "would restore" : "restored"
      try context.output.line(
        "\(done) \(manifest.counts.text) of \(manifest.id) to \(context.paths.root.visible): \(manifest.files.count.counted("file")), \(ProgressLine.size(manifest.bytes))"
      )
      for problem in problems {
        try context.output.line(context.paint.colored(problem.message.visible, .red))
      }
    }
    guard !problems.isEmpty else { return }
    throw Failure(
      .needsAttention, "incomplete",
      "The store \(context.isDryRun ? "would lack" : "lacks") \(problems.count.counted("file")).",
      hint: "Another snapshot may have what is lost.")
  }

  /// The oldest first, as the last one is what is restored where none is named.
  private func list(_ folder: BackupFolder) throws(Failure) {
    let found: [(id: SnapshotID, manifest: Manifest?, fault: String?)]
    do throws(BackupError) {
      found = try folder.snapshots().map { id throws(BackupError) in
        do throws(BackupError) { return (id, try folder.manifest(of: id), nil) } catch {
          return (id, nil, error.description)
        }
      }
    } catch { throw Failure(error) }
    if context.isJSON {
      return try context.output.write(
        .array(found.map { json($0.id, $0.manifest, fault: $0.fault) }))
    }
    var table = Table([.left, .left, .left, .right, .left])
    for (id, manifest, fault) in found {
      let time = Timestamp(id.at, offset: context.zone.offset(id.at.seconds))
      table.add([
        Table.Cell(id.description), Table.Cell("\(time.day) \(time.clock)"),
        Table.Cell(manifest?.counts.text ?? ""),
        Table.Cell(manifest.map { ProgressLine.size($0.bytes) } ?? ""),
        Table.Cell(
          (fault ?? (manifest?.lacking.count).flatMap {
            $0 > 0 ? "lacks \($0.counted("file"))" : nil
          }
            ?? "").visible, paint: { [context] in context.paint.colored($0, .red) }),
      ])
    }
    for line in table.lines() { try context.output.line(line) }
    if found.isEmpty { try context.output.line("There is no snapshot yet.") }
  }

  private func json(_ id: SnapshotID, _ manifest: Manifest?, fault: String?) -> JSONValue {
    [
      "snapshot": .string(id.description),
      "at": .string(Timestamp(id.at, offset: context.zone.offset(id.at.seconds)).description),
      "counts": manifest?.counts.json ?? .null,
      "files": manifest.map { .integer($0.files.count) } ?? .null,
      "bytes": manifest.map { .integer($0.bytes) } ?? .null,
      "lacking": manifest.map { .integer($0.lacking.count) } ?? .null,
      "program": JSONValue(manifest?.program), "store": JSONValue(manifest?.store),
      "error": JSONValue(fault),
    ]
  }
}
