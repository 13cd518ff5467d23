import Levels
import Records

/// What was decoded so far: the first frame says how many channels at what rate, and a frame that says otherwise ends the
/// counting, since frames of two rates have no sum.
struct SampleTally {
  private(set) var sampleRate = 0
  private(set) var channels = 0
  /// Frames decoded (one sample of every channel).
  private(set) var frames: Int64 = 0
  /// The most that came at once, which is what the codec calls a frame.
  private(set) var longestBlock = 0
  private(set) var meter: LevelMeter?
  /// Rate or channels changed, are impossible, or the samples cannot be read: nothing more is counted.
  private(set) var isOver = false
  /// The first block had these, which no recording has.
  private(set) var impossible: DecoderAnswer.Rejection?
  private var buffer = SampleBuffer()
  private let fullScale: Float

  /// `fullScale` is that of the codec.
  init(fullScale: Float) { self.fullScale = fullScale }

  mutating func add(_ block: borrowing DecodedFrame) {
    guard accept(sampleRate: block.sampleRate, channels: block.channels, frames: block.frames)
    else { return }
    guard buffer.fill(from: block) else {
      isOver = true
      return
    }
    count(block.frames)
  }

  mutating func addSilence(frames: Int, sampleRate: Int) {
    guard accept(sampleRate: sampleRate, channels: max(channels, 1), frames: frames) else { return }
    buffer.fillWithSilence(frames * channels)
    count(frames)
  }

  private mutating func accept(sampleRate: Int, channels: Int, frames: Int) -> Bool {
    guard !isOver, frames > 0 else { return false }
    if self.frames == 0 {
      if let rejection = DecoderAnswer.Rejection(
        impossibleChannels: channels, sampleRate: sampleRate)
      {
        impossible = rejection
        isOver = true
        return false
      }
      self.sampleRate = sampleRate
      self.channels = channels
      meter = LevelMeter(channels: channels, silence: AudioReport.silence, fullScale: fullScale)
    }
    isOver = sampleRate != self.sampleRate || channels != self.channels
    return !isOver
  }

  private mutating func count(_ added: Int) {
    buffer.withSamples { meter?.add($0) }
    frames += Int64(added)
    longestBlock = max(longestBlock, added)
  }
}
