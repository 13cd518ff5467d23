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

  init(channels: Int) { self.channels = channels }

  /// Whole frames of interleaved samples; full scale is 1.
  mutating func add(_ interleaved: UnsafeBufferPointer<Float>) {
    var rest = interleaved[...]
    while !rest.isEmpty {
      let frames = min(waveform.room, max(1, rest.count / channels))
      let part = SampleRun(UnsafeBufferPointer(rebasing: rest.prefix(frames * channels)))
      peak = max(peak, part.peak)
      sumOfSquares += part.sumOfSquares
      clippedSamples += part.clipped
      waveform.add(part.peak, frames: frames)
      rest = rest.dropFirst(frames * channels)
    }
    samples += Int64(interleaved.count)
  }

  /// Hundredths of a decibel relative to full scale.
  var peakLevel: Int { LevelMeter.level(Double(peak)) }

  var rmsLevel: Int {
    samples == 0
      ? AudioReport.silence : LevelMeter.level((sumOfSquares / Double(samples)).squareRoot())
  }

  var bins: [UInt8] { waveform.resampled(to: AudioReport.waveformBins) }

  private static func level(_ amplitude: Double) -> Int {
    guard amplitude > 0 else { return AudioReport.silence }
    return max(AudioReport.silence, Int((2000 * mm_log10(amplitude)).rounded()))
  }
}

/// What a run of samples amounts to, eight at a time: of all that is done with a recording, this alone touches
/// every sample in our own code.
private struct SampleRun {
  private(set) var peak: Float = 0
  private(set) var sumOfSquares = 0.0
  private(set) var clipped: Int64 = 0

  /// One step of 16 bits below full scale, which is as high as a 16-bit sample goes.
  private static let fullScale: Float = 32_767.0 / 32_768.0
  /// 100 dB above full scale: no sound, and its square can still be summed.
  private static let loudest: Float = 100_000

  init(_ samples: UnsafeBufferPointer<Float>) {
    let width = SIMD8<Float>.scalarCount
    let bytes = UnsafeRawBufferPointer(samples)
    let whole = samples.count / width
    var sums = Sums()
    for index in 0..<whole {
      sums.add(
        bytes.loadUnaligned(
          fromByteOffset: index * MemoryLayout<SIMD8<Float>>.stride, as: SIMD8<Float>.self))
    }
    if whole * width < samples.count {
      var last = SIMD8<Float>.zero
      for (lane, index) in (whole * width..<samples.count).enumerated() {
        last[lane] = samples[index]
      }
      sums.add(last)
    }
    peak = sums.peaks.max()
    sumOfSquares = Double(sums.squares.sum())
    clipped = Int64(sums.beyond.wrappedSum())
  }

  private struct Sums {
    var peaks = SIMD8<Float>.zero
    var squares = SIMD8<Float>.zero
    var beyond = SIMD8<Int32>.zero

    @inline(__always)
    mutating func add(_ values: SIMD8<Float>) {
      var levels = values.replacing(with: -values, where: values .< 0)
      // A float file may hold anything; what is no number is beyond full scale.
      levels.replace(with: 1, where: .!(levels .< .infinity))
      levels.replace(with: SampleRun.loudest, where: levels .> SampleRun.loudest)
      peaks.replace(with: levels, where: levels .> peaks)
      squares += levels * levels
      beyond.replace(with: beyond &+ 1, where: levels .>= SampleRun.fullScale)
    }
  }
}
