/// Recordings to measure with: mono 16-bit WAV at 16 kHz of seeded noise.
enum Samples {
  /// 44 bytes, before so many of samples.
  static func waveHeader(data: Int) -> [UInt8] {
    func little(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + little(36 + data, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + little(1, 2) + little(1, 2) + little(16_000, 4) + little(32_000, 4) + little(2, 2)
      + little(16, 2) + Array("data".utf8) + little(data, 4)
  }

  static func wave(bytes count: Int, seed: UInt64) -> [UInt8] {
    let data = max(2, (count - 44) / 2 * 2)
    var bytes = waveHeader(data: data)
    bytes.reserveCapacity(44 + data)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<(data / 2) {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      // An eighth of full scale.
      let sample = Int16(truncatingIfNeeded: Int(state >> 52)) - 2048
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    return bytes
  }
}

/// The value at a share of the sorted values, 0.5 for the median.
func quantile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}

func rounded(_ value: Double, _ decimals: Int = 1) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let whole = Int((value * scale).rounded())
  guard decimals > 0 else { return String(whole) }
  let digits = String(abs(whole))
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  return "\(whole < 0 ? "-" : "")\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
}

func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }
