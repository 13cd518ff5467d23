extension AudioReport {
  /// Whether the recording looks cut: its decoder met an error, or found less than the header promises.
  public var looksUnfinished: Bool {
    endedEarly || claimedFrames.map { frames < $0 } ?? false
  }

  /// What a person should know of the recording: where header and sound differ, with both numbers, and whether anything
  /// can be heard.
  public var reviewNotes: [ReviewNote] {
    [joinedNote, lengthNote, startNote, unplayedNote, tracksNote].compactMap { $0 } + levelNotes
  }

  private var joinedNote: ReviewNote? {
    joint.map { joint in
      note(
        .joined,
        "The file holds \(joint.hasMore ? "more than " : "")\(joint.recordings) recordings, one after the other: the first is "
          + "\(secondsText(joint.firstMilliseconds)) long, and \(measured) were decoded in all, which is what counts."
          + (joint.hasMore
            ? " More follow that are not counted: cut the file into shorter ones to record them."
            : "")
          + (joint.isMixed ? " They differ in sample rate or channels." : ""))
    }
  }

  private var lengthNote: ReviewNote? {
    if looksUnfinished {
      // A length that is there after all says nothing of what is missing.
      guard let claimed = claimedDuration, claimed != measured else {
        return note(
          .truncated,
          "The recording breaks off: \(measured) could be decoded, and the rest is missing.")
      }
      return note(
        .truncated,
        "The recording breaks off: the header says \(claimed), and \(measured) could be decoded.")
    }
    if let lengthPlaceholder {
      let written =
        lengthPlaceholder == 0
        ? "0" : "0x" + String(lengthPlaceholder, radix: 16, uppercase: true)
      return note(
        .headerWrong,
        "The header names no length (\(written) in its place), and \(measured) were decoded, which is what counts."
      )
    }
    if let disbelievedMilliseconds {
      return note(
        .headerWrong,
        "The file does not say how long it is: one decoder finds \(secondsText(disbelievedMilliseconds)) and the other \(measured), which is what counts."
      )
    }
    guard let claimedFrames, claimedFrames != frames, let claimed = claimedDuration else {
      return nil
    }
    return note(
      .headerWrong,
      "The header says \(claimed), and \(measured) were decoded, which is what counts.")
  }

  private var startNote: ReviewNote? {
    bytesBefore.map { bytes in
      note(
        .headerWrong,
        "The recording begins after \(bytes == 1 ? "1 byte" : "\(bytes) bytes") of something else, which are not played. "
          + "If it was cut out of a longer one, its first moment may be missing.")
    }
  }

  private var unplayedNote: ReviewNote? {
    unplayed.map { unplayed in
      let bytes = unplayed.bytes == 1 ? "1 byte follows" : "\(unplayed.bytes) bytes follow"
      return unplayed.isRecording
        ? note(
          .joined,
          "\(bytes) the recording's end in its file that are not played, and begin like another recording."
        )
        : note(
          .headerWrong,
          "\(bytes) the recording's end by its header that are not played.")
    }
  }

  private var tracksNote: ReviewNote? {
    guard otherTracks > 0 else { return nil }
    return note(
      .joined,
      "The file has \(otherTracks + 1) sound tracks side by side: the first, of \(measured), is what counts, and the "
        + (otherTracks == 1 ? "other is not played." : "others are not played."))
  }

  private var measured: String { secondsText(durationMilliseconds) }

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

/// A length as a person says it: `4.2 s`, `3 min 20 s`, `13 h 1 min`, `12 h`. What is left out at the end is less than a
/// hundredth of it.
public func lengthText(_ milliseconds: Int64) -> String {
  let seconds = milliseconds / 1000
  func parts(_ whole: Int64, _ unit: String, _ rest: Int64, _ small: String) -> String {
    "\(whole) \(unit)" + (rest > 0 ? " \(rest) \(small)" : "")
  }
  switch seconds {
  case ..<120: return secondsText(milliseconds)
  case ..<7200: return parts(seconds / 60, "min", seconds % 60, "s")
  default: return parts(seconds / 3600, "h", seconds / 60 % 60, "min")
  }
}

/// `4.2`: the number of `secondsText` alone.
public func secondsNumber(_ milliseconds: Int64) -> String {
  let digits = padded(Int(milliseconds % 1000), to: 3)
  var fraction = digits[...]
  while fraction.count > 1 && fraction.last == "0" { fraction = fraction.dropLast() }
  return "\(milliseconds / 1000).\(fraction)"
}
