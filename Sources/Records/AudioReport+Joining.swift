extension AudioReport {
  /// One report of recordings that lie one after another in one file, of which this is the first. `rms` is that of all;
  /// some of the recordings may have no report.
  public func joined(with others: [AudioReport], rms: Int, recordings: Int) -> AudioReport {
    let parts = [self] + others
    let lengths = parts.map { $0.framesAtRate(of: self) }
    var whole = self
    whole.frames = AudioReport.sum(lengths)
    let claims = parts.compactMap { part in part.claimedFrames.map { part.scaled($0, to: self) } }
    whole.claimedFrames = claims.count == parts.count ? AudioReport.sum(claims) : nil
    let counts = parts.map { part in part.scaled(part.countedFrames ?? part.frames, to: self) }
    whole.countedFrames = parts.contains { $0.countedFrames != nil } ? AudioReport.sum(counts) : nil
    whole.lengthPlaceholder = parts.lazy.compactMap(\.lengthPlaceholder).first
    whole.otherTracks = parts.map(\.otherTracks).max() ?? 0
    whole.unplayed = parts.lazy.compactMap(\.unplayed).first
    whole.peak = parts.map(\.peak).max() ?? peak
    whole.rms = rms
    // Of the channels of the first alone there may be fewer samples.
    whole.clippedSamples = min(
      parts.reduce(0) { $0 + $1.clippedSamples }, whole.frames * Int64(channels))
    whole.waveform = AudioReport.waveform(of: parts, lengths)
    whole.endedEarly = parts.contains(where: \.endedEarly)
    whole.joint = Joint(
      recordings: recordings, firstMilliseconds: durationMilliseconds,
      isMixed: parts.contains { $0.sampleRate != sampleRate || $0.channels != channels })
    return whole
  }

  /// How much of a mean it is.
  public var seconds: Double { Double(frames) / Double(sampleRate) }

  private func framesAtRate(of other: AudioReport) -> Int64 { scaled(frames, to: other) }

  /// A number of this report's frames at the sample rate of another.
  func scaled(_ frames: Int64, to other: AudioReport) -> Int64 {
    guard sampleRate != other.sampleRate else { return frames }
    let (own, theirs) = (Int128(sampleRate), Int128(other.sampleRate))
    return AudioReport.limited((Int128(frames) * theirs * 2 + own) / (2 * own))
  }

  private static func sum(_ numbers: [Int64]) -> Int64 {
    limited(numbers.reduce(Int128(0)) { $0 + Int128($1) })
  }

  /// A damaged header may claim anything.
  private static func limited(_ number: Int128) -> Int64 {
    Int64(min(number, Int128(possibleClaims.upperBound)))
  }

  /// The peaks of equal spans of them all.
  private static func waveform(of parts: [AudioReport], _ lengths: [Int64]) -> [UInt8] {
    let total = Double(lengths.reduce(0, +))
    guard total > 0 else { return [] }
    var bins = [UInt8](repeating: 0, count: waveformBins)
    var start = 0.0
    for (part, length) in zip(parts, lengths) {
      let step = Double(length) / total / Double(max(part.waveform.count, 1))
      for (index, peak) in part.waveform.enumerated() {
        let from = (start + Double(index) * step) * Double(waveformBins)
        let first = min(waveformBins - 1, Int(from))
        let last = min(waveformBins, Int((from + step * Double(waveformBins)).rounded(.up)))
        for bin in first..<max(first + 1, last) { bins[bin] = max(bins[bin], peak) }
      }
      start += Double(length) / total
    }
    return bins
  }
}
