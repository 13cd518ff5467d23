import CLibAV
import Linux

/// Carries packets from a container to a decoder until there are no more.
struct PacketReader {
  /// Something could not be read or decoded.
  var hasFailed: Bool { framesAtFault != nil }
  /// Frames that had been decoded when it first did so.
  private(set) var framesAtFault: Int64?
  /// Frames before the sound, which the decoder is told to leave out: what the container says of the first packet.
  private(set) var skippedFrames: Int64?
  private var isFirst = true
  private let speech: SpeechFrames?
  /// The samples are not compressed: what is there of a packet is whole. libavformat reads them in pieces of its own and
  /// calls the last one corrupt.
  private let isPlain: Bool

  /// Packets in a row that give no sound.
  private static let mostIdlePackets = 10_000
  /// How often the bytes of a file may be decoded over: edit lists may play a part again, but an index that names the
  /// same bytes a million times is an attack.
  private static let mostRepeats: Int64 = 16

  init(of codec: AVCodecID) {
    speech = SpeechFrames(codec)
    isPlain = av_get_exact_bits_per_sample(codec) > 0
  }

  mutating func decodeAll(
    of container: borrowing MediaContainer, with decoder: borrowing StreamDecoder,
    into tally: inout SampleTally, fileBytes: Int64
  ) {
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    guard let packet else { preconditionFailure("no memory is left") }
    var left = fileBytes * PacketReader.mostRepeats + 65_536
    var idle = 0
    while !tally.isOver {
      let code = container.read(packet)
      guard code == 0 else {
        if code == Int32(MM_AV_NO_MEMORY) { tally.noteRefusedMemory() }
        if code != Int32(MM_AV_END_OF_FILE) { fail(tally) }
        break
      }
      defer { av_packet_unref(packet) }
      if isFirst {
        skippedFrames = PacketReader.skippedFrames(packet)
        isFirst = false
      }
      let before = tally.frames
      if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0, !isPlain { fail(tally) }
      if !decode(packet, with: decoder, into: &tally) { fail(tally) }
      idle = tally.frames > before ? 0 : idle + 1
      // A packet without bytes counts as well.
      left -= Int64(packet.pointee.size) + 1
      guard left > 0, idle < PacketReader.mostIdlePackets else {
        fail(tally)
        return
      }
    }
    if !decoder.decode(nil, into: &tally) { fail(tally) }
  }

  private mutating func fail(_ tally: SampleTally) { framesAtFault = framesAtFault ?? tally.frames }

  /// `AV_PKT_DATA_SKIP_SAMPLES` (packet.h): 32 bits little-endian for the start, then others.
  private static func skippedFrames(_ packet: UnsafePointer<AVPacket>) -> Int64? {
    var size = 0
    guard let data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 4
    else { return nil }
    return [UInt8](UnsafeBufferPointer(start: data, count: 4))[...].littleEndian
  }

  private func decode(
    _ packet: UnsafeMutablePointer<AVPacket>, with decoder: borrowing StreamDecoder,
    into tally: inout SampleTally
  ) -> Bool {
    // A packet of no bytes would tell the decoder that the stream has ended.
    guard packet.pointee.size > 0, let start = packet.pointee.data else { return true }
    guard let speech else { return decoder.decode(packet, into: &tally) }
    let bytes = UnsafeBufferPointer(start: UnsafePointer(start), count: Int(packet.pointee.size))
    var isSound = true
    for frame in speech.split(bytes) {
      switch frame {
      case .speech(let range) where range.count == bytes.count:
        // The packet itself, with what the container says beside it.
        isSound = decoder.decode(packet, into: &tally) && isSound
      case .speech(let range):
        isSound = decode(start + range.lowerBound, range.count, decoder, &tally) && isSound
      case .silence: tally.addSilence(frames: speech.length, sampleRate: speech.sampleRate)
      case .broken: isSound = false
      }
    }
    return isSound
  }

  /// A part of a packet; libavcodec copies what it is given.
  private func decode(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ decoder: borrowing StreamDecoder,
    _ tally: inout SampleTally
  ) -> Bool {
    var part = av_packet_alloc()
    defer { av_packet_free(&part) }
    guard let part else { preconditionFailure("no memory is left") }
    part.pointee.data = start
    part.pointee.size = Int32(count)
    return decoder.decode(part, into: &tally)
  }
}
