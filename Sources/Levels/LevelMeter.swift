import Linux

/// Peak, RMS, clipping and waveform of samples as they come, in memory that does not grow with the recording.
public struct LevelMeter {
  private let channels: Int
  private let silence: Int
  private let fullScale: Float
  private var peak: Float = 0
  private var sumOfSquares = 0.0
  private var samples: Int64 = 0
  /// At or beyond full scale.
  public private(set) var clippedSamples: Int64 = 0
  private var waveform = WaveformBins()

  /// `silence` is the level of a signal that is zero throughout, and the least that is given; from `fullScale` on, of 1, a
  /// sample counts as clipped.
  public init(channels: Int, silence: Int, fullScale: Float) {
    self.channels = channels
    self.silence = silence
    self.fullScale = fullScale
  }

  /// Whole frames of interleaved samples; full scale is 1.
  public mutating func add<Sample: MeterSample>(_ interleaved: UnsafeBufferPointer<Sample>) {
    Sample.add(interleaved, to: &self)
  }

  mutating func measure<Sample: MeterSample>(_ interleaved: UnsafeBufferPointer<Sample>) {
    var sums = SampleSums(fullScale: fullScale)
    var rest = interleaved[...]
    while !rest.isEmpty {
      let frames = min(waveform.room, max(1, rest.count / channels))
      let runPeak = sums.add(UnsafeBufferPointer(rebasing: rest.prefix(frames * channels)))
      peak = max(peak, runPeak)
      waveform.add(runPeak, frames: frames)
      rest = rest.dropFirst(frames * channels)
    }
    sumOfSquares += sums.squares
    clippedSamples += sums.clipped
    samples += Int64(interleaved.count)
  }

  /// Hundredths of a decibel relative to full scale.
  public var peakLevel: Int { level(Double(peak)) }

  public var rmsLevel: Int {
    samples == 0 ? silence : level((sumOfSquares / Double(samples)).squareRoot())
  }

  /// Peaks of so many equal spans, 0 to 255 of full scale; empty where no frame came.
  public func bins(_ count: Int) -> [UInt8] { waveform.resampled(to: count) }

  private func level(_ amplitude: Double) -> Int {
    guard amplitude > 0 else { return silence }
    return max(silence, Int((2000 * decimalLogarithm(amplitude)).rounded()))
  }
}

/// What the samples of one block amount to, eight at a time: of all that is done with a recording, this alone touches
/// every sample in our own code. Lanes are summed up at the end of the block only.
private struct SampleSums {
  private typealias Lanes = SIMD8<Float>
  /// Magnitudes by their bits: of two floats without their signs, the greater has the greater bits, and infinity and what
  /// is no number have the greatest (IEEE 754).
  private typealias Magnitudes = SIMD8<Int32>

  private var squareLanes = Lanes.zero
  private var clippedLanes = Magnitudes.zero
  private let fullScale: Int32

  /// 100 dB above full scale: no sound, and its square can still be summed.
  private static let loudest: Float = 100_000

  init(fullScale: Float) { self.fullScale = SampleSums.magnitude(fullScale) }

  var squares: Double { Double(squareLanes.sum()) }
  var clipped: Int64 { Int64(clippedLanes.wrappedSum()) }

  /// Takes in a run and answers its peak.
  mutating func add<Sample: MeterSample>(_ samples: UnsafeBufferPointer<Sample>) -> Float {
    let width = Lanes.scalarCount
    let whole = samples.count / width
    let before = squareLanes
    let fullScale = Magnitudes(repeating: fullScale)
    var peaks = Magnitudes.zero
    if let start = UnsafeRawPointer(samples.baseAddress) {
      let stride = width * MemoryLayout<Sample>.stride
      for index in 0..<whole {
        add(Sample.values(of: start + index * stride), &peaks, fullScale)
      }
    }
    if whole * width < samples.count {
      var last = Lanes.zero
      for (lane, index) in (whole * width..<samples.count).enumerated() {
        last[lane] = samples[index].value
      }
      add(last, &peaks, fullScale)
    }
    let peak = SampleSums.greatest(of: peaks)
    if peak > SampleSums.magnitude(SampleSums.loudest) {
      squareLanes = before
      return addAnything(samples)
    }
    return Float(bitPattern: UInt32(bitPattern: peak))
  }

  @inline(__always)
  private mutating func add(
    _ values: Lanes, _ peaks: inout Magnitudes, _ fullScale: Magnitudes
  ) {
    // The same 32 bits a lane.
    let levels = unsafeBitCast(values, to: Magnitudes.self) & 0x7FFF_FFFF
    peaks.replace(with: levels, where: levels .> peaks)
    squareLanes += values * values
    clippedLanes.replace(with: clippedLanes &+ 1, where: levels .>= fullScale)
  }

  /// A float file may hold anything; what is no number counts as full scale.
  private mutating func addAnything<Sample: MeterSample>(
    _ samples: UnsafeBufferPointer<Sample>
  ) -> Float {
    var peak: Float = 0
    for value in samples.lazy.map(\.value) {
      let level = value.isFinite ? min(abs(value), SampleSums.loudest) : 1
      squareLanes[0] += level * level
      peak = max(peak, level)
    }
    return peak
  }

  private static func greatest(of levels: Magnitudes) -> Int32 {
    var four = levels.lowHalf
    four.replace(with: levels.highHalf, where: levels.highHalf .> four)
    return max(max(four[0], four[1]), max(four[2], four[3]))
  }

  private static func magnitude(_ value: Float) -> Int32 { Int32(bitPattern: value.bitPattern) }
}
