import Records

/// The names of files that were set aside together, with a mark where a name is taken: `lunch (2).wav` with
/// `lunch (2).wav.json`. The mark stands before a recording's extension, so that what its name says of time and place is
/// read as before, and at the same place in the names of its sidecars, so that they stay its own.
struct ReturnedNames {
  private let names: [FileName]
  /// Of each, how much stands before the mark.
  private let stems: [Int]

  init(_ names: [FileName]) {
    self.names = names
    let recordings = names.filter { !$0.isSidecarName }
    stems = names.map { name in
      guard let base = name.sidecarBase else { return name.stem.bytes.count }
      // `memo.json` of `memo.wav`; else `memo.wav.json`.
      let isOfStem = recordings.contains {
        name.isSidecar(of: $0) && base.pairingKey != $0.pairingKey
      }
      return (isOfStem ? base : base.stem).bytes.count
    }
  }

  /// Each at most 255 bytes long (NAME_MAX); what is too much goes from the end of the stems, from all alike.
  func marked(_ number: Int) -> [FileName] {
    guard number > 1 else { return names }
    let mark = Array(" (\(number))".utf8)
    let excess = max(0, (names.map(\.bytes.count).max() ?? 0) + mark.count - 255)
    return zip(names, stems).map { name, stem in
      let end = name.bytes[stem...]
      let start = ReturnedNames.whole(name.bytes[..<stem].dropLast(excess))
      return FileName(bytes: Array(start) + mark + Array(end))
    }
  }

  /// Without the beginning of a character that was cut through (UTF-8).
  private static func whole(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    for count in 1...3 {
      let shorter = bytes.dropLast(count)
      if !shorter.isEmpty, String(validating: shorter, as: UTF8.self) != nil { return shorter }
    }
    return bytes
  }
}
