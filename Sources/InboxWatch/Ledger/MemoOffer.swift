import Linux
import Records

/// A memo, or several that cannot be told apart, whose files are all still: to be judged now.
public struct MemoOffer: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case recording(InboxFile, sidecar: InboxFile?)
    /// A still sidecar that has waited for a recording of its name.
    case loneSidecar(InboxFile)
    /// The sidecars fit each of the recordings, and nothing says which (`inbox.md`, "Pairs", rule 2).
    case ambiguous(sidecars: [InboxFile], recordings: [InboxFile])
    /// The sidecars fit only recordings that have one already (rule 3).
    case surplus(sidecars: [InboxFile], pairs: [Pair])
  }

  public struct Pair: Hashable, Sendable {
    public let recording: InboxFile
    public let sidecar: InboxFile

    public init(recording: InboxFile, sidecar: InboxFile) {
      self.recording = recording
      self.sidecar = sidecar
    }
  }

  /// One memo in the sense of invariant 6: a recording with its sidecar, or a sidecar alone.
  public struct Member: Hashable, Sendable {
    public let recording: InboxFile?
    public let sidecar: InboxFile?
  }

  /// Tells this offer from every other of the same watcher.
  public let number: UInt64
  public let content: Content
  /// All files have been unchanged for `patience`: what looks unfinished is judged as it stands.
  public let patienceIsOver: Bool
  /// The decoder or the daemon died on it: it is offered alone, and last.
  public let isSuspect: Bool
  /// When each file came.
  public let arrivals: [FileName: Instant]
  /// What its files have waited for until now.
  public let waits: [MemoWait]

  /// What this offer counts as: every outcome is to be counted once for each.
  public var members: [Member] {
    switch content {
    case .recording(let recording, let sidecar): [Member(recording: recording, sidecar: sidecar)]
    case .loneSidecar(let sidecar): [Member(recording: nil, sidecar: sidecar)]
    case .ambiguous(let sidecars, let recordings):
      recordings.map { Member(recording: $0, sidecar: nil) }
        + sidecars.map { Member(recording: nil, sidecar: $0) }
    case .surplus(let sidecars, let pairs):
      pairs.map { Member(recording: $0.recording, sidecar: $0.sidecar) }
        + sidecars.map { Member(recording: nil, sidecar: $0) }
    }
  }

  /// Every file, recordings before their sidecars.
  public var files: [InboxFile] {
    members.flatMap { [$0.recording, $0.sidecar].compactMap { $0 } }
  }

  /// The name by which a person knows it.
  public var name: FileName {
    switch content {
    case .recording(let recording, _): recording.name
    case .loneSidecar(let sidecar): sidecar.name
    case .ambiguous(let sidecars, _), .surplus(let sidecars, _):
      sidecars.first?.name ?? FileName("")
    }
  }
}
