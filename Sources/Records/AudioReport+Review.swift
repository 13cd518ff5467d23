extension AudioReport {
  /// Whether the recording looks cut: its decoder met an error, or found less than the header promises.
  public var looksUnfinished: Bool {
    endedEarly || claimedFrames.map { frames < $0 } ?? false
  }

  /// What a person should know of the recording: where header and sound differ, with both numbers, and whether anything
  /// can be heard.
  public var reviewNotes: [ReviewNote] { lengthNotes + levelNotes }

  private var lengthNotes: [ReviewNote] {
    let measured = secondsText(durationMilliseconds)
    if looksUnfinished {
      guard let claimed = claimedDuration else {
        return [
          note(
            .truncated,
            "The recording breaks off: \(measured) could be decoded, and the rest is missing.")
        ]
      }
      return [
        note(
          .truncated,
          "The recording breaks off: the header says \(claimed), and \(measured) could be decoded.")
      ]
    }
    guard let claimedFrames, claimedFrames != frames, let claimed = claimedDuration else {
      return []
    }
    return [
      note(
        .headerWrong,
        "The header says \(claimed), and \(measured) were decoded, which is what counts.")
    ]
  }

  private var claimedDuration: String? {
    claimedFrames.map {
      secondsText(durationInMilliseconds(frames: $0, sampleRate: sampleRate))
    }
  }

  func note(_ code: ReviewCode, _ message: String) -> ReviewNote {
    ReviewNote(field: .audio, code: code, message: message, text: nil)
  }
}

/// `4.2 s`: seconds with as many decimals as the milliseconds need, at least one.
public func secondsText(_ milliseconds: Int64) -> String {
  "\(secondsNumber(milliseconds)) s"
}

/// `4.2`: the number of `secondsText` alone.
public func secondsNumber(_ milliseconds: Int64) -> String {
  let digits = padded(Int(milliseconds % 1000), to: 3)
  var fraction = digits[...]
  while fraction.count > 1 && fraction.last == "0" { fraction = fraction.dropLast() }
  return "\(milliseconds / 1000).\(fraction)"
}
