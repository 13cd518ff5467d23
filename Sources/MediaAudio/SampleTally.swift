import Levels
import Linux
import Records

/// What was decoded so far, in runs: each frame says how many channels it has at what rate, and frames of two kinds have no
/// sum, so that another kind begins another run.
struct SampleTally {
  struct Run {
    let sampleRate: Int
    let channels: Int
    /// Frames decoded (one sample of every channel).
    var frames: Int64 = 0
    /// The most that came at once, which is what the codec calls a frame.
    var longestBlock = 0
    var meter: LevelMeter

    /// Too short for a recording: a damaged header rather than another one.
    var isSliver: Bool { frames <= 2 * Int64(longestBlock) }
  }

  private(set) var runs: [Run] = []
  /// Frames of all runs.
  private(set) var frames: Int64 = 0
  /// There are too many runs, their parameters are impossible, or the samples cannot be read: nothing more is counted.
  private(set) var isOver = false
  /// Why nothing is said of the recording but this: its first block has channels or a rate that none has, or memory ran
  /// out.
  private(set) var rejection: DecoderAnswer.Rejection?
  private(set) var wasRefusedMemory = false
  private var buffer = SampleBuffer()
  private let fullScale: Float
  /// Frames at the start that are not counted.
  private var skipped: Int64

  private static let mostRuns = 64

  /// `fullScale` is that of the codec. What the container calls priming is left out; `skipping` is what the libraries leave
  /// in of that.
  init(fullScale: Float, skipping frames: Int64) {
    self.fullScale = fullScale
    skipped = frames
  }

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
    let channels = runs.last?.channels ?? 1
    guard accept(sampleRate: sampleRate, channels: channels, frames: frames) else { return }
    buffer.fillWithSilence(frames * channels)
    count(frames)
  }

  /// libav was refused memory. Where there is more to be had it asked for too much, perhaps by what is damaged in one
  /// place, and what comes after is worth trying.
  mutating func noteRefusedMemory() {
    wasRefusedMemory = true
    guard isOutOfMemory() else { return }
    rejection = .outOfMemory
    isOver = true
  }

  private mutating func accept(sampleRate: Int, channels: Int, frames: Int) -> Bool {
    guard !isOver, frames > 0 else { return false }
    if let run = runs.last, run.sampleRate == sampleRate, run.channels == channels { return true }
    let rejection = DecoderAnswer.Rejection(impossibleChannels: channels, sampleRate: sampleRate)
    if runs.isEmpty { self.rejection = rejection }
    guard rejection == nil, runs.count < SampleTally.mostRuns else {
      isOver = true
      return false
    }
    runs.append(
      Run(
        sampleRate: sampleRate, channels: channels,
        meter: LevelMeter(
          channels: channels, silence: AudioReport.silence, fullScale: fullScale)))
    return true
  }

  private mutating func count(_ added: Int) {
    let last = runs.count - 1
    let skipping = Int(min(skipped, Int64(added)))
    skipped -= Int64(skipping)
    let channels = runs[last].channels
    buffer.withSamples {
      runs[last].meter.add(UnsafeBufferPointer(rebasing: $0.dropFirst(skipping * channels)))
    }
    frames += Int64(added - skipping)
    runs[last].frames += Int64(added - skipping)
    runs[last].longestBlock = max(runs[last].longestBlock, added)
  }
}
