extension AudioReport {
  /// Lengths of two decoders are alike within this.
  private static let alike: Int64 = 100

  /// What is recorded where this report is not to be believed (`countedFrames`) and another decoder has answered; nil
  /// for one that could not.
  public func settled(by second: DecoderAnswer?) -> AudioReport {
    var result = self
    switch second {
    case .report(let report):
      result = report
      // What the numbers of its frames say is as good as a header.
      if report.codec == "flac", report.endedEarly, report.claimedFrames == nil {
        result.claimedFrames = countedFrames.map { scaled($0, to: report) }
      }
      if report.joint == nil { result.name(durationMilliseconds, claimed: claimedFrames, by: self) }
    case .rejected, .unreadable, nil:
      // Less was decoded than the file holds, or more, and nobody can do better.
      result.claimedFrames = countedFrames
    }
    result.countedFrames = nil
    return result
  }

  /// Takes in how long another decoder found it: by what its header says, or by nothing in it. A joined file has a note that
  /// says why they differ.
  private mutating func name(_ milliseconds: Int64, claimed: Int64?, by other: AudioReport) {
    let claim = claimed.map { other.scaled($0, to: self) }
    if claimedFrames == nil, let claim,
      abs(durationInMilliseconds(frames: frames - claim, sampleRate: sampleRate))
        > AudioReport.alike
    {
      claimedFrames = claim
    } else if claimedFrames ?? frames == frames,
      abs(durationMilliseconds - milliseconds) > AudioReport.alike
    {
      // A header that is wrong says why the other was.
      disbelievedMilliseconds = milliseconds
    }
  }
}
