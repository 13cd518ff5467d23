@testable import Containers

/// Digital silence as encoders write it (RFC 9639): frames of 4,608 samples in 11 to 13 bytes.
enum SilentFLAC {
  static func bytes(frames: Int) -> [UInt8] {
    // 48 kHz, one channel, 16 bits, and no number of samples.
    let info: [UInt8] = [0x12, 0x00, 0x12, 0x00] + [0, 0, 0, 0, 0, 0] + [0x0B, 0xB8, 0x00, 0xF0]
    return Array("fLaC".utf8) + [0x80, 0, 0, 34] + info + [UInt8](repeating: 0, count: 20)
      + (0..<frames).flatMap(frame)
  }

  private static func frame(_ number: Int) -> [UInt8] {
    let head = [0xFF, 0xF8, 0x5A, 0x08] + coded(number)
    // A constant of 16 bits.
    let body = head + [FLACFrame.checksum(head[...]), 0, 0, 0]
    let sum = body.reduce(UInt16(0)) { $0 << 8 ^ FLACFrame.sums[Int(UInt8($0 >> 8) ^ $1)] }
    return body + [UInt8(sum >> 8), UInt8(truncatingIfNeeded: sum)]
  }

  private static func coded(_ number: Int) -> [UInt8] {
    let low = UInt8(number & 0x3F)
    return switch number {
    case ..<0x80: [UInt8(number)]
    case ..<0x800: [0xC0 | UInt8(number >> 6), 0x80 | low]
    default: [0xE0 | UInt8(number >> 12), 0x80 | UInt8(number >> 6 & 0x3F), 0x80 | low]
    }
  }
}
