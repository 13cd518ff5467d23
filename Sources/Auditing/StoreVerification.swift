import Linux
import Records
import Storage
import Synchronization

/// Reads the files of a store to their ends and compares them with their rows, on several threads at once. Nothing is
/// changed, and programs may be at work meanwhile.
public struct StoreVerification {
  private let store: Store
  private let threads: Int
  private let makeDecoder: (@Sendable () -> any SoundDecoder)?
  private let resumption: ReadFiles?

  /// `makeDecoder` is called once on each thread; nil where recordings are only hashed. Without `resumption` a run that
  /// stops leaves nothing.
  public init(
    of store: Store, threads: Int, makeDecoder: (@Sendable () -> any SoundDecoder)? = nil,
    resumption: ReadFiles? = nil
  ) {
    self.store = store
    self.threads = max(1, threads)
    self.makeDecoder = makeDecoder
    self.resumption = resumption
  }

  /// How far a run is. Files that an earlier run has read are done from the start.
  public struct Progress: Hashable, Sendable {
    public internal(set) var files = 0
    public internal(set) var bytes: Int64 = 0
    public internal(set) var resumedFiles = 0
    public internal(set) var resumedBytes: Int64 = 0
    public internal(set) var allFiles = 0
    public internal(set) var allBytes: Int64 = 0
  }

  public struct Report: Sendable {
    public let problems: [Problem]
    public let progress: Progress
  }

  /// Everything that is expected of the store, or of it what has one of these paths.
  public func files(at paths: Set<String>? = nil) throws -> [AuditedFile] {
    try store.read { reader in try reader.auditedFiles() }.filter { file in
      file.isExpected && (paths?.contains(file.path) ?? true)
    }
  }

  /// Reads them all. `progress` is called from any thread, one call at a time, and often.
  public func run(
    over files: [AuditedFile], progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) throws -> Report {
    let places = StoreFiles(of: store.paths)
    let work = SharedWork(of: files, in: places, skipping: resumption, progress)
    let (makeDecoder, resumption) = (makeDecoder, resumption)
    try onThreads(min(threads, max(1, files.count)), name: "verify") { _ in
      let reading = FileReading(
        files: places, decoder: makeDecoder?(), read: { work.add(bytes: $0) })
      while let file = work.next() {
        do throws(SoundRefusal) {
          let finding = try reading.look(at: file)
          if case .sound(let status) = finding { resumption?.add(file, status) }
          work.add(finding)
        } catch { work.fail(error) }
      }
    }
    resumption?.flush()
    if let failure = work.failure { throw failure }
    let problems = work.problems + (try confirmed(work.missing))
    resumption?.remove()
    return Report(
      problems: problems.sorted { ($0.path ?? "") < ($1.path ?? "") }, progress: work.progress)
  }

  /// Of those that were missing, the ones whose rows still say that they are there.
  private func confirmed(_ missing: [Problem]) throws -> [Problem] {
    guard !missing.isEmpty else { return [] }
    let expected = Set(try files().map(\.path))
    return missing.filter { $0.path.map(expected.contains) ?? true }
  }
}

/// What the threads share: the files that are left, and what was found.
private final class SharedWork: Sendable {
  private struct State {
    var left: ArraySlice<AuditedFile>
    var progress: StoreVerification.Progress
    var problems: [Problem] = []
    var missing: [Problem] = []
    var failure: SoundRefusal?
  }

  private let state: Mutex<State>
  private let tell: @Sendable (StoreVerification.Progress) -> Void

  init(
    of files: [AuditedFile], in places: StoreFiles, skipping earlier: ReadFiles?,
    _ tell: @escaping @Sendable (StoreVerification.Progress) -> Void
  ) {
    var progress = StoreVerification.Progress()
    var left: [AuditedFile] = []
    for file in files {
      progress.allFiles += 1
      progress.allBytes += file.bytes
      if let earlier, let status = (try? places.status(of: PathBytes(file.path))) ?? nil,
        earlier.contain(file, status)
      {
        progress.resumedFiles += 1
        progress.resumedBytes += file.bytes
      } else {
        left.append(file)
      }
    }
    progress.files = progress.resumedFiles
    progress.bytes = progress.resumedBytes
    state = Mutex(State(left: left[...], progress: progress))
    self.tell = tell
  }

  func next() -> AuditedFile? {
    state.withLock { $0.failure == nil ? $0.left.popFirst() : nil }
  }

  func add(bytes: Int) {
    state.withLock { state in
      state.progress.bytes += Int64(bytes)
      tell(state.progress)
    }
  }

  func add(_ finding: FileReading.Finding) {
    state.withLock { state in
      switch finding {
      case .sound: break
      case .wrong(let problem): state.problems.append(problem)
      case .missing(let problem): state.missing.append(problem)
      }
      state.progress.files += 1
      tell(state.progress)
    }
  }

  func fail(_ refusal: SoundRefusal) { state.withLock { $0.failure = refusal } }

  var problems: [Problem] { state.withLock { $0.problems } }
  var missing: [Problem] { state.withLock { $0.missing } }
  var failure: SoundRefusal? { state.withLock { $0.failure } }
  var progress: StoreVerification.Progress { state.withLock { $0.progress } }
}
