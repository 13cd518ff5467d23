import Records

/// Which names belong together (`inbox.md`, "Pairs"). Pure: the same names give the same answer, in whatever order
/// they came.
public struct Pairing: Hashable, Sendable {
  public enum Group: Hashable, Sendable {
    case memo(recording: FileName, sidecar: FileName?)
    case loneSidecar(FileName)
    /// Each sidecar fits each of the recordings.
    case ambiguous(sidecars: [FileName], recordings: [FileName])
    /// The sidecars fit only recordings that have one already: all of those, with theirs.
    case surplus(sidecars: [FileName], pairs: [Pair])
  }

  public struct Pair: Hashable, Sendable {
    public let recording: FileName
    public let sidecar: FileName
  }

  /// Every name is in exactly one group.
  public let groups: [Group]

  public init(recordings: [FileName], sidecars: [FileName]) {
    var table = PairingTable(recordings: recordings)
    let sidecars = sidecars.sorted(by: byBytes)
    let unnamed = table.pairByFullName(sidecars)
    groups = table.pairByStem(unnamed)
  }
}

extension Pairing.Group {
  public var recordings: [FileName] {
    switch self {
    case .memo(let recording, _): [recording]
    case .loneSidecar: []
    case .ambiguous(_, let recordings): recordings
    case .surplus(_, let pairs): pairs.map(\.recording)
    }
  }

  public var sidecars: [FileName] {
    switch self {
    case .memo(_, let sidecar): sidecar.map { [$0] } ?? []
    case .loneSidecar(let sidecar): [sidecar]
    case .ambiguous(let sidecars, _): sidecars
    case .surplus(let sidecars, let pairs): pairs.map(\.sidecar) + sidecars
    }
  }

  public var names: [FileName] { recordings + sidecars }

  /// The name by which a person knows it: the recording's where there is one recording, else a sidecar's.
  public var name: FileName {
    switch self {
    case .memo(let recording, _): recording
    case .loneSidecar(let sidecar): sidecar
    case .ambiguous(let sidecars, _), .surplus(let sidecars, _): sidecars[0]
    }
  }

  /// What it counts as (invariant 6): recordings with or without a sidecar, and sidecars without a recording.
  public var memoCount: Int {
    switch self {
    case .memo, .loneSidecar: 1
    case .ambiguous(let sidecars, let recordings): sidecars.count + recordings.count
    case .surplus(let sidecars, let pairs): sidecars.count + pairs.count
    }
  }
}

/// The order in which names are looked at, so that the result does not depend on how they came.
func byBytes(_ one: FileName, _ other: FileName) -> Bool {
  one.bytes.lexicographicallyPrecedes(other.bytes)
}
