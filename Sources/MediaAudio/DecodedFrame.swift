import CLibAV

/// One AVFrame, which a decoder fills again and again; `deinit` frees it.
struct DecodedFrame: ~Copyable {
  private let pointer: UnsafeMutablePointer<AVFrame>

  init() {
    guard let frame = av_frame_alloc() else { preconditionFailure("no memory is left") }
    pointer = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }

  /// The next frame of a decoder; 0, or an error of libavcodec.
  func receive(from decoder: UnsafeMutablePointer<AVCodecContext>) -> Int32 {
    avcodec_receive_frame(decoder, pointer)
  }

  /// Samples of each channel.
  var frames: Int { Int(pointer.pointee.nb_samples) }
  var channels: Int { Int(pointer.pointee.ch_layout.nb_channels) }
  var sampleRate: Int { Int(pointer.pointee.sample_rate) }
  var sampleFormat: AVSampleFormat { AVSampleFormat(pointer.pointee.format) }

  /// The samples of one plane: those of a channel, or all of them interleaved.
  func plane<Sample>(_ index: Int, of type: Sample.Type) -> UnsafePointer<Sample>? {
    guard let plane = pointer.pointee.extended_data[index] else { return nil }
    return UnsafeRawPointer(plane).assumingMemoryBound(to: type)
  }
}
