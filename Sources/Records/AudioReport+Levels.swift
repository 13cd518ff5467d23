extension AudioReport {
  /// A recording that is quieter throughout holds no voice: hundredths of a decibel.
  public static let audiblePeak = -6_000

  /// Where a sample counts as clipped, of a full scale of 1: the greatest value that a codec can give, since a codec of few
  /// bits never comes nearer to 1. Of floats and of what is wider, one step of 16 bits below 1.
  public static func fullScale(codec: String) -> Float {
    switch codec {
    case "pcm_u8", "pcm_s8": 127.0 / 128
    // Of 16 bits, the greatest in the tables of ITU-T G.711, and the 13 bits of GSM 06.10.
    case "ulaw": 32_124.0 / 32_768
    case "alaw": 32_256.0 / 32_768
    case "gsm610": 32_760.0 / 32_768
    default: 32_767.0 / 32_768
    }
  }

  /// What a person should know of how loud the recording is.
  var levelNotes: [ReviewNote] {
    if peak < AudioReport.audiblePeak { return [note(.silent, silence)] }
    return isClipped ? [note(.clipped, clipping)] : []
  }

  /// Over 1 % of all samples.
  private var isClipped: Bool { clippedSamples > samples / 100 }

  private var samples: Int64 { frames * Int64(channels) }

  private var silence: String {
    guard peak > AudioReport.silence else { return "The recording is silence throughout." }
    return
      "Nothing can be heard in the recording: its loudest sample is \(-peak / 100) dB below full scale."
  }

  private var clipping: String {
    let share = Int(Int128(clippedSamples) * 100 / Int128(max(samples, 1)))
    return
      "The recording is too loud: \(share) % of its samples are at full scale, where sound is cut off."
  }
}
