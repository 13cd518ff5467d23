import CLibAV
import Containers
import Linux
import Records

/// A container that is open for reading the packets of its one audio stream. `deinit` closes it; after a throw nothing is
/// open.
struct MediaContainer: ~Copyable {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  /// Streams of sound, of which one is read.
  let soundTracks: Int
  /// There is no other stream, so that what is said of the whole is said of it.
  private let isAlone: Bool
  /// It outlives the context, which reads through it.
  private let input: MediaInput

  /// Bytes that are read, and the time that they may last, to find out what the streams are.
  private static let probeBytes: Int64 = 1 << 20
  private static let probeTime: Int64 = 5_000_000
  private static let mostProbePackets: Int32 = 500

  init(_ input: MediaInput, as kind: RecordingKind) throws(DecoderAnswer.Rejection) {
    let context = try MediaContainer.open(input, as: kind)
    // libavcodec is asked for the audio stream alone: no picture is decoded to find out its size.
    let streams = MediaContainer.streams(of: context)
    for stream in streams where stream.pointee.codecpar.pointee.codec_type != AVMEDIA_TYPE_AUDIO {
      stream.pointee.discard = AVDISCARD_ALL
    }
    // What it cannot find out, the first decoded frame says.
    let probed = avformat_find_stream_info(context, nil)
    let found = MediaContainer.streams(of: context)
    let tracks = found.filter { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
    // Of several the first that can be decoded.
    let chosen = tracks.first { CodecNames($0.pointee.codecpar.pointee.codec_id) != nil }
    guard let stream = chosen ?? tracks.first else {
      var closed: UnsafeMutablePointer<AVFormatContext>? = context
      avformat_close_input(&closed)
      // While it probes, libavformat may be refused memory without a word of it.
      if probed == Int32(MM_AV_NO_MEMORY) || isOutOfMemory() { throw .outOfMemory }
      throw DecoderAnswer.Rejection(
        reason: .notAudio, detail: "It holds no sound, though it could.")
    }
    for stream in found { stream.pointee.discard = AVDISCARD_ALL }
    stream.pointee.discard = AVDISCARD_DEFAULT
    self.context = context
    self.stream = stream
    soundTracks = tracks.count
    isAlone = found.count == 1
    self.input = input
  }

  deinit {
    var closed: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closed)
  }

  private static func open(
    _ input: MediaInput, as kind: RecordingKind
  ) throws(DecoderAnswer.Rejection) -> UnsafeMutablePointer<AVFormatContext> {
    av_log_set_level(AV_LOG_QUIET)
    guard let context = avformat_alloc_context() else { preconditionFailure("no memory is left") }
    context.pointee.pb = input.pointer
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    context.pointee.io_open = refuseToOpen
    context.pointee.format_whitelist = av_strdup(RecordingKind.allDemuxers)
    context.pointee.codec_whitelist = av_strdup(CodecNames.allDecoders)
    context.pointee.protocol_whitelist = av_strdup("")
    context.pointee.probesize = probeBytes
    context.pointee.max_analyze_duration = probeTime
    context.pointee.max_probe_packets = mostProbePackets
    // QuickTime may name other files that hold its sound (`dref`); other demuxers leave these options alone.
    var options: OpaquePointer?
    av_dict_set(&options, "enable_drefs", "0", 0)
    av_dict_set(&options, "use_absolute_path", "0", 0)
    defer { av_dict_free(&options) }
    // On failure the context is freed, but not what it reads through.
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    let code = avformat_open_input(
      &opened, "", av_find_input_format(kind.demuxer), &options)
    guard code == 0, let opened else {
      if code == Int32(MM_AV_NO_MEMORY) || isOutOfMemory() { throw .outOfMemory }
      throw DecoderAnswer.Rejection(reason: .notAudio, detail: errorText(code))
    }
    return opened
  }

  private static func streams(
    of context: UnsafeMutablePointer<AVFormatContext>
  ) -> [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
  }

  var parameters: UnsafePointer<AVCodecParameters> { UnsafePointer(stream.pointee.codecpar) }

  var timeBase: AVRational { stream.pointee.time_base }

  /// The next packet of the audio stream; 0, MM_AV_END_OF_FILE or another error.
  func read(_ packet: UnsafeMutablePointer<AVPacket>) -> Int32 {
    while true {
      let code = av_read_frame(context, packet)
      // A demuxer may not heed what is to be discarded.
      if code < 0 || packet.pointee.stream_index == stream.pointee.index { return code }
      av_packet_unref(packet)
    }
  }

  /// Length by the container at a sample rate, after its edit list; nil where it says none, or libavformat only guesses
  /// from a bit rate.
  func claimedFrames(sampleRate: Int) -> Int64? {
    guard context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM else {
      return nil
    }
    let rate = Int64(sampleRate)
    let ofStream = stream.pointee.duration
    if ofStream != mm_av_no_time() {
      let base = stream.pointee.time_base
      guard ofStream > 0, base.num > 0, base.den > 0 else { return nil }
      let frames = av_rescale(ofStream, Int64(base.num) * rate, Int64(base.den))
      return AudioReport.possibleClaims.contains(frames) ? frames : nil
    }
    let ofAll = context.pointee.duration
    guard isAlone, ofAll != mm_av_no_time(), ofAll > 0 else { return nil }
    let frames = av_rescale(ofAll, rate, Int64(AV_TIME_BASE))
    return AudioReport.possibleClaims.contains(frames) ? frames : nil
  }

  /// What the file says of itself, and what the stream says where the file does not.
  var texts: [AudioReport.TextTag] {
    MediaTexts(context.pointee.metadata, stream.pointee.metadata).tags
  }
}

/// The text of an error of libav (`av_strerror`).
func errorText(_ code: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
    guard let start = buffer.baseAddress, av_strerror(code, start, buffer.count) == 0 else {
      return "libav's error \(code)"
    }
    return String(cString: start)
  }
}
