/// A CAF as a program writes it to a pipe, which cannot come back to say how long its sound is: the size of the `data` chunk
/// is -1 (Apple Core Audio Format Specification 1.0). 16-bit PCM of one channel at 8 kHz after 24 kB of free room.
public func streamedCAF(frames: Int) -> [UInt8] {
  func big(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(count - 1 - $0))) }
  }
  // Little-endian integers, two bytes a packet, one frame in each, one channel, 16 bits.
  var description = big((8_000.0).bitPattern, 8) + Array("lpcm".utf8)
  for field: UInt64 in [2, 2, 1, 1, 16] { description += big(field, 4) }

  var file = Array("caff".utf8) + [0, 1, 0, 0]
  file += Array("desc".utf8) + big(32, 8) + description
  file += Array("free".utf8) + big(24_576, 8) + [UInt8](repeating: 0, count: 24_576)
  file += Array("data".utf8) + big(.max, 8) + big(0, 4)
  for frame in 0..<frames {
    file += [UInt8(truncatingIfNeeded: frame), UInt8(truncatingIfNeeded: frame / 1000)]
  }
  return file
}
