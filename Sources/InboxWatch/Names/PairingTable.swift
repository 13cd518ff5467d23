import Records

/// The recordings of a pairing in the making, and who has which sidecar.
struct PairingTable {
  private struct Row {
    let name: FileName
    let full: NameKey
    let stem: NameKey
    var sidecar: FileName?
  }

  private var rows: [Row]
  private var byFull: [NameKey: [Int]] = [:]
  private var byStem: [NameKey: [Int]] = [:]

  init(recordings: [FileName]) {
    rows = recordings.sorted(by: byBytes).map {
      Row(name: $0, full: NameKey($0), stem: NameKey.stem(ofRecording: $0))
    }
    for (index, row) in rows.enumerated() {
      byFull[row.full, default: []].append(index)
      byStem[row.stem, default: []].append(index)
    }
  }

  /// Rule 1; the sidecars that are left. The same bytes come before the same NFC, in the two names and in the ending.
  mutating func pairByFullName(_ sidecars: [FileName]) -> [FileName] {
    var left: [FileName] = []
    for isExact in [true, false] {
      let candidates = isExact ? sidecars : left
      left = candidates.filter { sidecar in
        let base = sidecar.bytes.dropLast(5)
        let free = byFull[NameKey.base(ofSidecar: sidecar), default: []].filter {
          rows[$0].sidecar == nil && (!isExact || rows[$0].name.bytes.elementsEqual(base))
        }
        guard free.count == 1 else { return true }
        rows[free[0]].sidecar = sidecar
        return false
      }
    }
    return left
  }

  /// Rules 2 and 3, and the groups that come of all.
  mutating func pairByStem(_ sidecars: [FileName]) -> [Pairing.Group] {
    var left = sidecars
    var count: Int
    repeat {
      count = left.count
      left = left.filter { sidecar in
        let free = freeRecordings(for: sidecar)
        guard free.count == 1 else { return true }
        rows[free[0]].sidecar = sidecar
        return false
      }
    } while left.count < count

    var groups: [Pairing.Group] = []
    var unclear: [(sidecar: FileName, recordings: Set<Int>)] = []
    var surplus: [(sidecar: FileName, recordings: Set<Int>)] = []
    for sidecar in left {
      let fitting = fittingRecordings(for: sidecar)
      let free = freeRecordings(for: sidecar)
      if fitting.isEmpty {
        groups.append(.loneSidecar(sidecar))
      } else if free.isEmpty {
        surplus.append((sidecar, Set(fitting)))
      } else {
        unclear.append((sidecar, Set(free)))
      }
    }
    return groups + finish(unclear: unclear, surplus: surplus)
  }

  private func fittingRecordings(for sidecar: FileName) -> [Int] {
    let base = NameKey.base(ofSidecar: sidecar)
    let full = byFull[base, default: []]
    return full + byStem[base, default: []].filter { !full.contains($0) }
  }

  /// Those of the full name before those of the stem.
  private func freeRecordings(for sidecar: FileName) -> [Int] {
    let full = byFull[NameKey.base(ofSidecar: sidecar), default: []].filter {
      rows[$0].sidecar == nil
    }
    return full.isEmpty
      ? fittingRecordings(for: sidecar).filter { rows[$0].sidecar == nil } : full
  }

  private func finish(
    unclear: [(sidecar: FileName, recordings: Set<Int>)],
    surplus: [(sidecar: FileName, recordings: Set<Int>)]
  ) -> [Pairing.Group] {
    var groups: [Pairing.Group] = []
    var placed: Set<Int> = []
    for (sidecars, recordings) in joined(surplus) {
      placed.formUnion(recordings)
      let pairs = recordings.sorted().compactMap { index in
        rows[index].sidecar.map { Pairing.Pair(recording: rows[index].name, sidecar: $0) }
      }
      groups.append(.surplus(sidecars: sidecars, pairs: pairs))
    }
    for (sidecars, recordings) in joined(unclear) {
      placed.formUnion(recordings)
      groups.append(
        .ambiguous(sidecars: sidecars, recordings: recordings.sorted().map { rows[$0].name }))
    }
    for (index, row) in rows.enumerated() where !placed.contains(index) {
      groups.append(.memo(recording: row.name, sidecar: row.sidecar))
    }
    return groups
  }

  /// Joins sets that share a recording, with their sidecars.
  private func joined(
    _ parts: [(sidecar: FileName, recordings: Set<Int>)]
  ) -> [(sidecars: [FileName], recordings: Set<Int>)] {
    var result: [(sidecars: [FileName], recordings: Set<Int>)] = []
    for part in parts {
      var whole = (sidecars: [part.sidecar], recordings: part.recordings)
      result.removeAll { other in
        guard !other.recordings.isDisjoint(with: whole.recordings) else { return false }
        whole.sidecars = other.sidecars + whole.sidecars
        whole.recordings.formUnion(other.recordings)
        return true
      }
      result.append(whole)
    }
    return result
  }
}
