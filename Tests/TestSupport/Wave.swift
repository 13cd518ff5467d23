/// Recordings made in memory: 16-bit PCM WAV (RIFF/WAVE, Microsoft "Multimedia Programming Interface", 1991).
public enum Wave {
  /// A quiet tone. `seed` changes the samples, so that each seed is another content.
  public static func tone(
    frames: Int, sampleRate: Int = 16_000, channels: Int = 1, seed: UInt64 = 0
  ) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(frames * channels * 2)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
    for frame in 0..<frames {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let triangle = abs(frame % 80 - 40) * 200 - 4000
      let value = Int16(truncatingIfNeeded: triangle + Int(state >> 54) - 512)
      for _ in 0..<channels {
        samples.append(UInt8(truncatingIfNeeded: value))
        samples.append(UInt8(truncatingIfNeeded: value >> 8))
      }
    }
    return header(dataBytes: samples.count, sampleRate: sampleRate, channels: channels) + samples
  }

  /// The 44 bytes before the samples.
  public static func header(dataBytes: Int, sampleRate: Int, channels: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + little(36 + dataBytes, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(channels, 2) + little(sampleRate, 4)
      + little(sampleRate * channels * 2, 4) + little(channels * 2, 2) + little(16, 2)
      + Array("data".utf8) + little(dataBytes, 4)
  }
}
