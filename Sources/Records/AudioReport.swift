/// What decoding a recording once, to its end, showed. Every figure is measured unless it says "claimed".
public struct AudioReport: Hashable, Sendable {
  /// Peak and RMS of silence, in hundredths of a decibel.
  public static let silence = -20_000
  public static let waveformBins = 200

  /// True format by content: `wav`, `flac`, `ogg`, `mp3`, `aiff`, `caf`, … (`AudioFormat` names them).
  public var format: String
  /// `pcm_s16`, `pcm_f32`, `flac`, `vorbis`, `opus`, `mp3`, …
  public var codec: String
  /// Hertz.
  public var sampleRate: Int
  public var channels: Int
  /// Frames decoded (one sample of every channel).
  public var frames: Int64
  /// Frames that the header claims; nil where it claims none or says that it does not know.
  public var claimedFrames: Int64?
  /// What the header has in the place of a length where it names none: 0, or as much as fits there. Only of formats that
  /// have no word for "not known".
  public var lengthPlaceholder: Int64?
  /// Frames that the encoder put before the sound, by the container, and that are not counted; nil where it names none.
  public var primingFrames: Int64?
  /// Frames by the headers of the file's own frames, where `frames` is not as many and cannot be believed. Another decoder
  /// is to be asked.
  public var countedFrames: Int64?
  /// How long the recording is by a decoder that was not believed.
  public var disbelievedMilliseconds: Int64?
  /// What follows the recording in its file and is not played; nil where nothing does but what is known to.
  public var unplayed: Unplayed?
  /// Bytes before the recording in its file that are none of it; nil where it begins with the file, or with its tags.
  public var bytesBefore: Int64?
  /// Sound tracks beside the one that was decoded.
  public var otherTracks = 0
  /// Nil for one recording, as nearly all files hold.
  public var joint: Joint?
  /// Hundredths of a decibel relative to full scale, at most 0 unless samples exceed it.
  public var peak: Int
  public var rms: Int
  /// Samples at or beyond full scale, over all channels.
  public var clippedSamples: Int64
  /// Peaks of 200 equal spans of the recording, 0 to 255 of full scale.
  public var waveform: [UInt8]
  /// Text tags, in the order of the decoder's own list of them.
  public var texts: [TextTag]
  public var broadcast: BroadcastExtension?
  /// The decoder met an error before the end; what it had decoded by then is counted.
  public var endedEarly: Bool

  /// Several whole recordings, one after another in one file. All are decoded and counted; what else a report says is true
  /// of the first.
  public struct Joint: Hashable, Sendable {
    public let recordings: Int
    public let firstMilliseconds: Int64
    /// They differ in sample rate or channels, and `frames` is their time at the first one's sample rate.
    public let isMixed: Bool
    /// The last of them is all that follows, of which only the first recording was decoded.
    public var hasMore = false

    /// More are counted as so many.
    static let mostRecordings = 65_536

    public init(recordings: Int, firstMilliseconds: Int64, isMixed: Bool) {
      self.recordings = min(recordings, Joint.mostRecordings)
      self.firstMilliseconds = firstMilliseconds
      self.isMixed = isMixed
    }
  }

  /// Bytes after the end of a recording that are neither sound of it nor a chunk or tag.
  public struct Unplayed: Hashable, Sendable {
    public let bytes: Int64
    /// They begin like another recording.
    public let isRecording: Bool

    public init(bytes: Int64, isRecording: Bool) {
      self.bytes = bytes
      self.isRecording = isRecording
    }
  }

  public struct TextTag: Hashable, Sendable {
    /// `title`, `artist`, `comment`, `date`, …
    public let key: String
    public let value: String

    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  public init(
    format: String, codec: String, sampleRate: Int, channels: Int, frames: Int64,
    claimedFrames: Int64? = nil, lengthPlaceholder: Int64? = nil, primingFrames: Int64? = nil,
    peak: Int = AudioReport.silence, rms: Int = AudioReport.silence,
    clippedSamples: Int64 = 0, waveform: [UInt8] = [], texts: [TextTag] = [],
    broadcast: BroadcastExtension? = nil, endedEarly: Bool = false
  ) {
    self.format = format
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
    self.frames = frames
    self.claimedFrames = claimedFrames
    self.lengthPlaceholder = lengthPlaceholder
    self.primingFrames = primingFrames
    self.peak = peak
    self.rms = rms
    self.clippedSamples = clippedSamples
    self.waveform = waveform
    self.texts = texts
    self.broadcast = broadcast
    self.endedEarly = endedEarly
  }

  /// Frames over sample rate, to the nearest millisecond.
  public var durationMilliseconds: Int64 {
    durationInMilliseconds(frames: frames, sampleRate: sampleRate)
  }
}

/// The text part of a Broadcast Wave `bext` chunk (EBU Tech 3285).
public struct BroadcastExtension: Hashable, Sendable {
  public var description: String
  public var originator: String
  public var originatorReference: String
  /// `yyyy-mm-dd`, as written.
  public var originationDate: String
  /// `hh:mm:ss`, as written.
  public var originationTime: String
  /// Samples since midnight.
  public var timeReference: UInt64
  public var codingHistory: String

  public init(
    description: String, originator: String, originatorReference: String, originationDate: String,
    originationTime: String, timeReference: UInt64, codingHistory: String
  ) {
    self.description = description
    self.originator = originator
    self.originatorReference = originatorReference
    self.originationDate = originationDate
    self.originationTime = originationTime
    self.timeReference = timeReference
    self.codingHistory = codingHistory
  }
}

/// To the nearest millisecond, exact for every count of frames; 0 where the rate is not positive.
public func durationInMilliseconds(frames: Int64, sampleRate: Int) -> Int64 {
  guard sampleRate > 0 else { return 0 }
  let rate = Int128(sampleRate)
  return Int64(clamping: (Int128(frames) * 2000 + rate) / (2 * rate))
}
