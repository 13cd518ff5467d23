import CSndFile
import Levels
import Records
import TestSupport
import Testing

@testable import Audio

@Suite struct LevelTests {
  /// Samples that go through a meter in blocks of an uneven size.
  private func meter(_ samples: [Float], channels: Int = 1, block: Int = 777) -> LevelMeter {
    var meter = LevelMeter(channels: channels, silence: AudioReport.silence)
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
}
