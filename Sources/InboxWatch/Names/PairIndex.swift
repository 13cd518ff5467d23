import Records

/// The names of an inbox, so arranged that the few that bear on one name are found without a pass over all.
struct PairIndex {
  private var recordingsByFull: [NameKey: Set<FileName>] = [:]
  private var recordingsByStem: [NameKey: Set<FileName>] = [:]
  private var sidecarsByBase: [NameKey: Set<FileName>] = [:]

  /// A name that is not here yet; `rule` is its own.
  mutating func add(_ name: FileName, _ rule: NameRule) {
    switch rule {
    case .ignored: break
    case .sidecar: sidecarsByBase[NameKey.base(ofSidecar: name), default: []].insert(name)
    case .recording:
      recordingsByFull[NameKey(name), default: []].insert(name)
      recordingsByStem[NameKey.stem(ofRecording: name), default: []].insert(name)
    }
  }

  mutating func remove(_ name: FileName, _ rule: NameRule) {
    switch rule {
    case .ignored: break
    case .sidecar: PairIndex.remove(name, from: &sidecarsByBase, NameKey.base(ofSidecar: name))
    case .recording:
      PairIndex.remove(name, from: &recordingsByFull, NameKey(name))
      PairIndex.remove(name, from: &recordingsByStem, NameKey.stem(ofRecording: name))
    }
  }

  private static func remove(
    _ name: FileName, from table: inout [NameKey: Set<FileName>], _ key: NameKey
  ) {
    table[key]?.remove(name)
    if table[key]?.isEmpty == true { table[key] = nil }
  }

  /// All names whose pairing can depend on this one, itself among them if it is here: from recordings to the sidecars
  /// that fit them, and back, until nothing is added.
  func related(to name: FileName, _ rule: NameRule) -> (
    recordings: [FileName], sidecars: [FileName]
  ) {
    var recordings: Set<FileName> = []
    var sidecars: Set<FileName> = []
    var freshRecordings: [FileName] = []
    var freshSidecars: [FileName] = []
    switch rule {
    case .ignored: return ([], [])
    case .sidecar: freshSidecars = [name]
    case .recording: freshRecordings = [name]
    }
    while !freshRecordings.isEmpty || !freshSidecars.isEmpty {
      for recording in freshRecordings where recordings.insert(recording).inserted {
        freshSidecars += sidecarsByBase[NameKey(recording), default: []]
        freshSidecars += sidecarsByBase[NameKey.stem(ofRecording: recording), default: []]
      }
      freshRecordings = []
      for sidecar in freshSidecars where sidecars.insert(sidecar).inserted {
        let base = NameKey.base(ofSidecar: sidecar)
        freshRecordings += recordingsByFull[base, default: []]
        freshRecordings += recordingsByStem[base, default: []]
      }
      freshSidecars = []
    }
    return (Array(recordings), Array(sidecars))
  }
}
