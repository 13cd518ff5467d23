import CSndFile
import Levels
import Records
import TestSupport
import Testing

@testable import Audio

@Suite struct LevelTests {
  /// Samples that go through a meter in blocks of an uneven size.
  private func meter(_ samples: [Float], channels: Int = 1, block: Int = 777) -> LevelMeter {
    var meter = LevelMeter(
      channels: channels, silence: AudioReport.silence,
      fullScale: AudioReport.fullScale(codec: "pcm_s16"))
    for start in stride(from: 0, to: samples.count, by: block * channels) {
      Array(samples[start..<min(start + block * channels, samples.count)]).withUnsafeBufferPointer {
        meter.add($0)
      }
    }
    return meter
  }

  @Test("A triangle at half of full scale peaks at -6.02 dB, with an RMS 4.77 dB below")
  func triangle() throws {
    let report = try #require(
      decode(SampleRecording(format: SF_FORMAT_WAV | SF_FORMAT_FLOAT).bytes).report)
    #expect(report.peak == -602)
    #expect(abs(report.rms + 602 + 477) <= 1)
    #expect(report.clippedSamples == 0)
    #expect(report.waveform == [UInt8](repeating: 128, count: 200))
  }

  @Test("Silence is the least level there is")
  func silence() {
    let silent = meter([Float](repeating: 0, count: 5000))
    #expect(silent.peakLevel == AudioReport.silence)
    #expect(silent.rmsLevel == AudioReport.silence)
    #expect(silent.bins(200) == [UInt8](repeating: 0, count: 200))
  }

  @Test("The greatest and the least 16-bit sample count as clipped, and one step less does not")
  func clipping() throws {
    let limits: [Int16] = [.max, .min, .max - 1, .min + 2, 0]
    var bytes = Wave.header(dataBytes: limits.count * 2, sampleRate: 8000, channels: 1)
    for sample in limits { withUnsafeBytes(of: sample.littleEndian) { bytes += Array($0) } }
    let report = try #require(decode(bytes).report)
    #expect(report.frames == 5)
    #expect(report.clippedSamples == 2)
    #expect(report.peak == 0)
  }

  @Test("What is no number in a float file is beyond full scale, and harms no figure")
  func notNumbers() {
    let odd = meter([.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0, 0.25, -0.25, 0])
    #expect(odd.clippedSamples == 4)
    #expect(odd.peakLevel == 10_000)
    #expect((-20_000...20_000).contains(odd.rmsLevel))
    #expect(odd.bins(200).allSatisfy { $0 <= 255 })
  }

  @Test(
    "Every sample counts once, however many there are and however they come",
    arguments: [1, 2, 3, 32])
  func channels(_ channels: Int) {
    var samples = [Float](repeating: 0.1, count: 1009 * channels)
    samples[1008 * channels] = 1
    let found = meter(samples, channels: channels, block: 13)
    #expect(found.clippedSamples == 1)
    #expect(found.peakLevel == 0)
    #expect(found.bins(200).last == 255)
    #expect(found.bins(200).first == 26)
  }

  @Test(
    "The waveform shows a loud span where it is, whatever the length of the recording",
    arguments: [3200, 65_536, 100_000, 1_000_003])
  func waveform(_ frames: Int) {
    let samples = (0..<frames).map { Float($0 >= frames / 2 && $0 < frames * 3 / 4 ? 0.8 : 0.2) }
    let bins = meter(samples, block: 4096).bins(200)
    #expect(bins.count == 200)
    #expect(bins[..<98].allSatisfy { $0 == 51 })
    #expect(bins[102..<148].allSatisfy { $0 == 204 })
    #expect(bins[152...].allSatisfy { $0 == 51 })
  }

  /// Its samples of 16 bits as a WAV.
  private func wave(_ samples: [Int16]) -> [UInt8] {
    samples.reduce(
      into: Wave.header(dataBytes: samples.count * 2, sampleRate: 8000, channels: 1)
    ) { bytes, sample in withUnsafeBytes(of: sample.littleEndian) { bytes += Array($0) } }
  }

  private func codes(_ bytes: [UInt8]) throws -> [ReviewCode] {
    try #require(decode(bytes).report).reviewNotes.map(\.code)
  }

  @Test(
    "A recording in which nothing can be heard says so, and one that is just loud enough does not")
  func silentRecordings() throws {
    #expect(try codes(wave([Int16](repeating: 0, count: 8000))) == [.silent])
    // -60.21 and -59.94 dB.
    #expect(try codes(wave([Int16](repeating: 32, count: 8000))) == [.silent])
    #expect(try codes(wave([Int16](repeating: -33, count: 8000))) == [])
    // One word in an hour of nothing is no silence.
    #expect(try codes(wave([Int16](repeating: 0, count: 80_000) + [400])) == [])
    for codec in [SF_FORMAT_PCM_U8, SF_FORMAT_PCM_24, SF_FORMAT_FLOAT, SF_FORMAT_ULAW] {
      var sample = SampleRecording(format: SF_FORMAT_WAV | codec, seconds: 1)
      sample.amplitude = 0
      #expect(try codes(sample.bytes) == [.silent], "\(codec)")
    }
  }

  @Test("One sample in a hundred at full scale is no fault, and one more is")
  func clippedShare() throws {
    let quiet = [Int16](repeating: 1000, count: 9900)
    #expect(try codes(wave(quiet + [Int16](repeating: .max, count: 100))) == [])
    #expect(try codes(wave(quiet + [Int16](repeating: .min, count: 101))) == [.clipped])
  }

  @Test(
    "Full scale is the most that a codec can give",
    arguments: [
      SF_FORMAT_WAV | SF_FORMAT_PCM_U8, SF_FORMAT_WAV | SF_FORMAT_PCM_16,
      SF_FORMAT_WAV | SF_FORMAT_PCM_24, SF_FORMAT_WAV | SF_FORMAT_PCM_32,
      SF_FORMAT_WAV | SF_FORMAT_FLOAT, SF_FORMAT_WAV | SF_FORMAT_DOUBLE,
      SF_FORMAT_WAV | SF_FORMAT_ULAW, SF_FORMAT_WAV | SF_FORMAT_ALAW,
      SF_FORMAT_AIFF | SF_FORMAT_PCM_S8, SF_FORMAT_WAV | SF_FORMAT_GSM610,
      SF_FORMAT_FLAC | SF_FORMAT_PCM_S8, SF_FORMAT_FLAC | SF_FORMAT_PCM_24,
      SF_FORMAT_CAF | SF_FORMAT_ALAC_20,
    ])
  func clippedCodecs(_ format: Int) throws {
    var sample = SampleRecording(format: format, seconds: 1)
    #expect(try codes(sample.bytes) == [])
    // Twice as loud as fits: half of the samples are at full scale, on both sides.
    sample.amplitude = 2
    let report = try #require(decode(sample.bytes).report)
    #expect(report.reviewNotes.map(\.code) == [.clipped])
    #expect((4_000...9_000).contains(report.clippedSamples))
    let isFloat = report.codec.hasPrefix("pcm_f")
    #expect(isFloat ? report.peak == 602 : (-100...0).contains(report.peak))
  }
}
