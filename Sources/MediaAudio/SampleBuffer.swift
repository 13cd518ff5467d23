import CLibAV

/// Decoded samples as interleaved floats with a full scale of 1, in memory that is used again for each frame.
struct SampleBuffer {
  private var floats: [Float] = []

  /// Takes over what a decoder gave. False for a sample format that is none of those of AVSampleFormat up to 5.1.
  mutating func fill(from frame: borrowing DecodedFrame) -> Bool {
    let count = frame.frames * frame.channels
    if floats.count != count { floats = [Float](repeating: 0, count: count) }
    switch frame.sampleFormat {
    case AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P:
      copy(frame) { (sample: UInt8) in (Float(sample) - 128) / 128 }
    case AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P:
      copy(frame) { (sample: Int16) in Float(sample) / 32_768 }
    case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P:
      copy(frame) { (sample: Int32) in Float(sample) / 2_147_483_648 }
    case AV_SAMPLE_FMT_S64, AV_SAMPLE_FMT_S64P:
      copy(frame) { (sample: Int64) in Float(sample) / 9_223_372_036_854_775_808 }
    case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP: copy(frame) { (sample: Float) in sample }
    case AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP: copy(frame) { (sample: Double) in Float(sample) }
    default: return false
    }
    return true
  }

  mutating func fillWithSilence(_ count: Int) { floats = [Float](repeating: 0, count: count) }

  func withSamples(_ body: (UnsafeBufferPointer<Float>) -> Void) {
    floats.withUnsafeBufferPointer(body)
  }

  /// One plane holds everything, or each channel has one.
  private mutating func copy<Sample>(
    _ frame: borrowing DecodedFrame, _ value: (Sample) -> Float
  ) {
    let isPlanar = av_sample_fmt_is_planar(frame.sampleFormat) != 0 && frame.channels > 1
    let step = isPlanar ? frame.channels : 1
    for plane in 0..<step {
      guard let samples = frame.plane(plane, of: Sample.self) else { continue }
      var target = plane
      for index in 0..<(isPlanar ? frame.frames : floats.count) {
        floats[target] = value(samples[index])
        target += step
      }
    }
  }
}
