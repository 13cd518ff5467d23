/// The identity of a recording: what it is, what it holds, and where the archive keeps it.
public struct AudioReference: Hashable, Sendable {
  public var uuid: UUID
  public var sha256: Digest
  /// Relative to the store: `audio/2026/11/<uuid>.wav`.
  public var path: String
  /// Whether the archive holds the bytes; an imported record may name audio that has not come yet.
  public var present: Bool
  public var format: String
  public var codec: String
  public var sampleRate: Int
  public var channels: Int
  public var frames: Int64
  public var bytes: Int64
  /// 200 peaks, 0 to 255; empty where none were measured.
  public var waveform: [UInt8]
  /// Frames before the sound by the container, which `frames` does not count; nil where it names none.
  public var primingFrames: Int64?

  public init(
    uuid: UUID, sha256: Digest, path: String, present: Bool, format: String, codec: String,
    sampleRate: Int, channels: Int, frames: Int64, bytes: Int64, waveform: [UInt8],
    primingFrames: Int64? = nil
  ) {
    self.uuid = uuid
    self.sha256 = sha256
    self.path = path
    self.present = present
    self.format = format
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
    self.frames = frames
    self.bytes = bytes
    self.waveform = waveform
    self.primingFrames = primingFrames
  }

  public var durationMilliseconds: Int64 {
    durationInMilliseconds(frames: frames, sampleRate: sampleRate)
  }
}
