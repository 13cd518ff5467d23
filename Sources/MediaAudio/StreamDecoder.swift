import CLibAV
import Linux
import Records

/// libavcodec's decoder of one stream, on this thread alone. `deinit` frees it; after a throw nothing is open.
struct StreamDecoder: ~Copyable {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let frame: DecodedFrame

  /// The most samples of one channel in one frame, which a header may name: no codec makes use of so many.
  private static let longestFrame: Int64 = 1 << 20
  /// Faults of a decoder that gives no sound in between and does not ask for more.
  private static let mostFaults = 16

  init(
    _ names: CodecNames, _ parameters: UnsafePointer<AVCodecParameters>, timeBase: AVRational
  ) throws(DecoderAnswer.Rejection) {
    guard let codec = avcodec_find_decoder_by_name(names.decoder) else {
      throw DecoderAnswer.Rejection(
        reason: .notAudio, detail: "This libavcodec has no decoder of \(names.codec).")
    }
    guard let context = avcodec_alloc_context3(codec) else {
      preconditionFailure("no memory is left")
    }
    var code = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = timeBase
    context.pointee.thread_count = 1
    context.pointee.max_samples = StreamDecoder.longestFrame
    if code >= 0 { code = avcodec_open2(context, codec, nil) }
    guard code >= 0 else {
      var freed: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&freed)
      if code == Int32(MM_AV_NO_MEMORY) || isOutOfMemory() { throw .outOfMemory }
      throw DecoderAnswer.Rejection(reason: .notAudio, detail: "\(names.codec): \(errorText(code))")
    }
    self.context = context
    frame = DecodedFrame()
  }

  deinit {
    var freed: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&freed)
  }

  /// Decodes a packet, or with nil what the decoder still holds, and counts what comes out. False where it met an error.
  func decode(_ packet: UnsafePointer<AVPacket>?, into tally: inout SampleTally) -> Bool {
    var isSound = true
    var code = avcodec_send_packet(context, packet)
    if code == Int32(MM_AV_TRY_AGAIN) {
      isSound = drain(into: &tally)
      code = avcodec_send_packet(context, packet)
    }
    if code == Int32(MM_AV_NO_MEMORY) { tally.noteRefusedMemory() }
    if code < 0, code != Int32(MM_AV_END_OF_FILE) { isSound = false }
    return drain(into: &tally) && isSound
  }

  private func drain(into tally: inout SampleTally) -> Bool {
    var faults = 0
    while !tally.isOver {
      switch frame.receive(from: context) {
      case 0: tally.add(frame)
      case Int32(MM_AV_TRY_AGAIN), Int32(MM_AV_END_OF_FILE): return faults == 0
      case let code:
        if code == Int32(MM_AV_NO_MEMORY) { tally.noteRefusedMemory() }
        faults += 1
        if faults == StreamDecoder.mostFaults { return false }
      }
    }
    return faults == 0
  }
}
