import CLibAV
import Linux
import Records

/// A media file that is open for decoding its sound, once, to its end.
///
/// It has a descriptor of its own, so that the one it was opened by may be closed. After a throw nothing is open. That it
/// opened says nothing: only decoding does.
public struct MediaFile: ~Copyable {
  private let container: MediaContainer
  private let decoder: StreamDecoder
  private let names: CodecNames
  private let format: AudioFormat
  private let end: ContainerEnd
  private let size: Int64

  /// Reads the whole file whatever the descriptor's position, and does not move it.
  public init(_ file: borrowing Descriptor) throws(DecoderAnswer.Rejection) {
    let size = (try? file.status().size) ?? 0
    guard size > 0 else { throw .empty }
    guard let signature = MediaSignature(of: file, size: size) else {
      throw DecoderAnswer.Rejection(unknown: file, size: size)
    }
    let end = ContainerEnd(of: file, size: size, as: signature)
    let input = MediaInput(file, size: size)
    let container = try MediaFile.open(input, as: signature, end)
    let parameters = container.parameters
    guard let names = CodecNames(parameters.pointee.codec_id) else {
      let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
      throw DecoderAnswer.Rejection(
        reason: .notAudio, detail: "Its sound is \(name), which is not decoded here.")
    }
    try MediaFile.check(parameters)
    let decoder = try StreamDecoder(names, parameters, timeBase: container.timeBase)
    self.container = container
    self.decoder = decoder
    self.names = names
    format = AudioFormat(signature, codec: names.codec, in: file)
    self.end = end
    self.size = size
  }

  private static func open(
    _ input: MediaInput, as signature: MediaSignature, _ end: ContainerEnd
  ) throws(DecoderAnswer.Rejection) -> MediaContainer {
    do throws(DecoderAnswer.Rejection) {
      return try MediaContainer(input, as: signature)
    } catch { throw error.consideringCut(end, size: input.size) }
  }

  /// What the header does not say, as 0, the first decoded frame will.
  private static func check(
    _ parameters: UnsafePointer<AVCodecParameters>
  ) throws(DecoderAnswer.Rejection) {
    let channels = Int(parameters.pointee.ch_layout.nb_channels)
    let sampleRate = Int(parameters.pointee.sample_rate)
    if let rejection = DecoderAnswer.Rejection(
      impossibleChannels: channels == 0 ? 1 : channels,
      sampleRate: sampleRate == 0 ? 8_000 : sampleRate)
    {
      throw rejection
    }
  }

  /// Decodes every frame and tells what was found.
  public consuming func decodeToEnd() throws(DecoderAnswer.Rejection) -> AudioReport {
    var packets = PacketReader(speech: SpeechFrames(container.parameters.pointee.codec_id))
    var tally = SampleTally(fullScale: AudioReport.fullScale(codec: names.codec))
    packets.decodeAll(of: container, with: decoder, into: &tally, fileBytes: size)
    if let rejection = tally.impossible { throw rejection }
    guard tally.frames > 0, let meter = tally.meter else {
      let detail =
        packets.hasFailed ? "Nothing in it can be decoded as \(names.codec)." : "It holds no sound."
      throw DecoderAnswer.Rejection(reason: .noFrames, detail: detail)
        .consideringCut(end, size: size)
    }
    let claim = claim(against: tally)
    return AudioReport(
      format: format.rawValue, codec: names.codec, sampleRate: tally.sampleRate,
      channels: tally.channels, frames: tally.frames, claimedFrames: claim,
      peak: meter.peakLevel, rms: meter.rmsLevel, clippedSamples: meter.clippedSamples,
      waveform: meter.bins(AudioReport.waveformBins), texts: container.texts,
      endedEarly: end.isCut || packets.hasFailed || tally.isOver)
  }

  /// Codec frames by which what is decoded may differ from what the container says: encoders begin with up to three of
  /// them and fill up the last, and how much of that is played is not always written down.
  private static let toleratedBlocks: Int64 = 4

  /// What the container claims. A claim that is as good as true is the number of frames itself: it is written in ticks of
  /// up to a millisecond and does not always count what an encoder adds at either end.
  private borrowing func claim(against tally: borrowing SampleTally) -> Int64? {
    guard let claimed = container.claimedFrames(sampleRate: tally.sampleRate) else { return nil }
    let tolerated =
      MediaFile.toleratedBlocks * Int64(tally.longestBlock) + Int64(tally.sampleRate) / 1000
    return abs(claimed - tally.frames) <= tolerated ? tally.frames : claimed
  }
}

extension DecoderAnswer {
  /// The whole judgement of one file.
  public init(decoding file: borrowing Descriptor) {
    do throws(Rejection) {
      self = .report(try MediaFile(file).decodeToEnd())
    } catch { self = .rejected(error) }
  }
}
