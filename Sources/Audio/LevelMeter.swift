import CSndFile
import Records

/// Peak, RMS, clipping and waveform of samples as they come, in memory that does not grow with the recording.
struct LevelMeter {
  private let channels: Int
  private var peak: Float = 0
  private var sumOfSquares = 0.0
  private var samples: Int64 = 0
  private(set) var clippedSamples: Int64 = 0
  private var waveform = WaveformBins()

  /// One step of 16 bits below full scale, which is as high as a 16-bit sample goes.
  private static let fullScale: Float = 32_767.0 / 32_768.0

  init(channels: Int) { self.channels = channels }

  /// Whole frames of interleaved samples; full scale is 1.
  mutating func add(_ interleaved: UnsafeBufferPointer<Float>) {
    var start = 0
    while start < interleaved.count {
      var framePeak: Float = 0
      for index in start..<min(start + channels, interleaved.count) {
        let value = interleaved[index]
        // A float file may hold anything; what is no number is beyond full scale.
        let level = value.isFinite ? abs(value) : 1
        if level > framePeak { framePeak = level }
        if level >= LevelMeter.fullScale { clippedSamples += 1 }
        sumOfSquares += Double(level) * Double(level)
      }
      samples += Int64(channels)
      if framePeak > peak { peak = framePeak }
      waveform.add(framePeak)
      start += channels
    }
  }

  /// Hundredths of a decibel relative to full scale.
  var peakLevel: Int { LevelMeter.level(Double(peak)) }

  var rmsLevel: Int {
    samples == 0
      ? AudioReport.silence : LevelMeter.level((sumOfSquares / Double(samples)).squareRoot())
  }

  var bins: [UInt8] { waveform.resampled(to: AudioReport.waveformBins) }

  private static func level(_ amplitude: Double) -> Int {
    guard amplitude > 0, amplitude.isFinite else { return AudioReport.silence }
    return max(AudioReport.silence, min(100_000, Int((2000 * mm_log10(amplitude)).rounded())))
  }
}

/// Peaks of equal spans of a recording whose length is not known beforehand: when the slots are full, neighbours
/// merge and each span doubles.
private struct WaveformBins {
  private var slots: [Float] = []
  private var span = 1
  private var filled = 0
  private var current: Float = 0

  private static let capacity = 2 * AudioReport.waveformBins

  mutating func add(_ peak: Float) {
    if peak > current { current = peak }
    filled += 1
    guard filled == span else { return }
    slots.append(current)
    current = 0
    filled = 0
    guard slots.count == WaveformBins.capacity else { return }
    slots = stride(from: 0, to: slots.count, by: 2).map { max(slots[$0], slots[$0 + 1]) }
    span *= 2
  }

  func resampled(to count: Int) -> [UInt8] {
    let all = filled > 0 ? slots + [current] : slots
    guard !all.isEmpty else { return [] }
    return (0..<count).map { index in
      let first = index * all.count / count
      let last = max(first + 1, (index + 1) * all.count / count)
      let peak = all[first..<min(last, all.count)].max() ?? 0
      return UInt8(max(0, min(255, (min(peak, 1) * 255).rounded())))
    }
  }
}
