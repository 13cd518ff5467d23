import Records

/// Which names of a folder can be the other half of which, without a pass over all for each.
struct OtherHalves {
  /// Recordings by whole name and by stem, sidecars by what they are named after; in the order of the names.
  private var recordings: [FileName: [FileName]] = [:]
  private var sidecars: [FileName: [FileName]] = [:]

  /// `names` are sorted.
  init(of names: [FileName]) {
    for name in names {
      if let base = name.sidecarBase {
        sidecars[base.pairingKey, default: []].append(name)
      } else {
        for key in Set([name.pairingKey, name.stem.pairingKey]) {
          recordings[key, default: []].append(name)
        }
      }
    }
  }

  /// The first that fits; nil where there is none.
  func half(of name: FileName) -> FileName? {
    if let base = name.sidecarBase { return recordings[base.pairingKey]?.first }
    let found = [name.pairingKey, name.stem.pairingKey].compactMap { sidecars[$0]?.first }
    return found.min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
