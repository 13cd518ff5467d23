import Auditing
import CommandLineTool
import Ingest
import JSON
import Linux
import Records
import Storage

/// `verify`: reads the archive, or what IDs name, and compares it with what was filed.
struct Verify {
  let context: Context
  init(_ context: Context) { self.context = context }

  private var decodes: Bool { context.arguments.has("--decode") }

  func run() throws(Failure) -> ExitStatus {
    let ids = try context.ids(.quickRecord, .transaction, .quarantine)
    let store = try context.store(.readOnly)
    let paths = try ids.isEmpty ? nil : files(of: ids, store)
    let decoder = try decodes ? archiveDecoder() : nil
    let verification = StoreVerification(
      of: store, threads: threads, makeDecoder: decoder,
      resumption: ids.isEmpty ? resumption() : nil)
    let files = try context.attempt { try verification.files(at: paths) }
    let bar = ProgressBar()
    let found: StoreVerification.Report
    do {
      found = try verification.run(over: files) { progress in
        bar?.show(ProgressLine(progress))
      }
    } catch {
      bar?.clear()
      throw Failure(any: error)
    }
    bar?.clear()
    let report = ProblemReport(context: context, problems: found.problems, counts: counts(found))
    if context.isJSON {
      try context.output.write(report.json())
      return report.status
    }
    for line in report.lines() { try context.output.line(line) }
    try context.output.line(summary(found))
    return report.status
  }

  /// Decoding is what the decoders are held to; hashing takes every core.
  private var threads: Int {
    let cores = CurrentProcess.processorCount
    return decodes ? context.settings.decoder.workers ?? cores : cores
  }

  /// The files that the IDs name; those that name none are said.
  private func files(of ids: [RecordID], _ store: Store) throws(Failure) -> Set<String> {
    var all: Set<String> = []
    for id in ids {
      let paths = try context.attempt {
        try store.read { reader -> [String]? in
          switch id.kind {
          case .quickRecord:
            try reader.quickRecord(id).map { $0.audio.map { [$0.path] } ?? [] }
          case .transaction: try reader.transaction(id)?.recordings.map(\.path)
          case .quarantine:
            try reader.quarantineItem(id).map { item in
              item.state == .retried ? [] : item.files.map(\.path)
            }
          }
        }
      }
      guard let paths else { throw Failure(Refusal.noSuchRecord(id)) }
      if paths.isEmpty, !context.isJSON { try context.output.line("\(id) has no file here.") }
      all.formUnion(paths)
    }
    return all
  }

  private func archiveDecoder() throws(Failure) -> @Sendable () -> any SoundDecoder {
    let program: String
    do throws(SystemError) {
      program = DecoderLocation.find(near: try CurrentProcess.executablePath())
    } catch { throw Failure(.internalFault, "executable", error.description) }
    let settings = context.settings.decoder
    let rules = DecoderRules(program: program, settings: settings)
    return { ArchiveDecoder(Redecoder(rules: rules, timeout: settings.timeout)) }
  }

  /// Nil where nothing can be kept, which is said and harms nothing else.
  private func resumption() -> ReadFiles? {
    do throws(SystemError) {
      guard let path = try resumptionPath() else {
        context.output.note("There is no home folder: a run that is stopped will begin anew.")
        return nil
      }
      return try ReadFiles(
        at: path, now: context.now, forgetting: context.arguments.has("--from-start"))
    } catch {
      context.output.note("A run that is stopped will begin anew: \(error).")
      return nil
    }
  }

  /// One file for each store and way of reading it, in a folder of this user's, who need not be allowed to write to the
  /// store (XDG Base Directory Specification).
  private func resumptionPath() throws(SystemError) -> String? {
    var folder = CurrentProcess.environment("XDG_STATE_HOME") ?? ""
    if !folder.hasPrefix("/") {
      guard let home = CurrentProcess.home else { return nil }
      folder = "\(home)/.local/state"
    }
    let name = ReadFiles.name(of: try canonicalPath(context.paths.root), decoding: decodes)
    return "\(folder)/moneymom/\(name)"
  }

  private func counts(_ found: StoreVerification.Report) -> JSONObject {
    let progress = found.progress
    return [
      "files": .integer(progress.allFiles), "bytes": .integer(progress.allBytes),
      "resumed": .integer(progress.resumedFiles), "decoded": .bool(decodes),
    ]
  }

  private func summary(_ found: StoreVerification.Report) -> String {
    let progress = found.progress
    let files = "\(progress.allFiles) \(progress.allFiles == 1 ? "file" : "files")"
    let resumed =
      progress.resumedFiles > 0
      ? ", \(progress.resumedFiles) of them by the run before that was stopped" : ""
    let result =
      found.problems.isEmpty
      ? "All are as they were filed."
      : context.paint.colored("\(found.problems.count) to see to.", .red)
    return
      "Read \(files) with \(ProgressLine.size(progress.allBytes))\(resumed). \(result)"
  }
}

extension ProgressLine {
  fileprivate init(_ progress: StoreVerification.Progress) {
    self.init(
      done: progress.files, all: progress.allFiles, bytes: progress.bytes,
      allBytes: progress.allBytes, bytesBefore: progress.resumedBytes)
  }
}

/// Decodes as the daemon does.
private struct ArchiveDecoder: SoundDecoder {
  private let decoder: Redecoder
  init(_ decoder: Redecoder) { self.decoder = decoder }

  func sound(of file: borrowing Descriptor) throws(SoundRefusal) -> AuditedFile.Sound {
    do throws(Redecoder.Refusal) {
      let report = try decoder.decode(file)
      return AuditedFile.Sound(
        sampleRate: report.sampleRate, channels: report.channels, frames: report.frames)
    } catch {
      switch error {
      case .ofFile(let message): throw .ofFile(message)
      case .ofDecoder(let message): throw .ofDecoder(message)
      }
    }
  }
}
