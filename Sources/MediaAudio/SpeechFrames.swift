import CLibAV
import Containers

/// The frames of AMR and AMR-WB within a packet (RFC 4867, section 5.3: a header byte with the frame's type, then the
/// frame). libavcodec does not decode what a recorder writes while nobody speaks (comfort noise, and nothing at all), but
/// each such frame lasts as long as any other.
struct SpeechFrames {
  enum Frame {
    /// For the decoder.
    case speech(Range<Int>)
    case silence
    /// The packet ends within it, or its type is none.
    case broken
  }

  private let isWide: Bool

  /// Nil for any other codec.
  init?(_ identifier: AVCodecID) {
    switch identifier {
    case AV_CODEC_ID_AMR_NB: isWide = false
    case AV_CODEC_ID_AMR_WB: isWide = true
    default: return nil
    }
  }

  var sampleRate: Int { isWide ? 16_000 : 8_000 }
  /// Samples in 20 ms.
  var length: Int { sampleRate / 50 }

  func split(_ packet: UnsafeBufferPointer<UInt8>) -> [Frame] {
    var frames: [Frame] = []
    var start = 0
    while start < packet.count {
      let type = Int(packet[start] >> 3 & 0xF)
      guard let size = SpeechLayout.size(after: packet[start], isWide: isWide),
        start + 1 + size <= packet.count
      else {
        return frames + [.broken]
      }
      let end = start + 1 + size
      frames.append(type < (isWide ? 9 : 8) ? .speech(start..<end) : .silence)
      start = end
    }
    return frames
  }
}
