import CLibAV
import Containers
import Levels
import Linux
import Records

/// A recording that is open for decoding its sound, once, to its end.
///
/// After a throw nothing is open. That it opened says nothing: only decoding does.
struct MediaFile: ~Copyable {
  private let file: FileStretch
  private let container: MediaContainer
  private let decoder: StreamDecoder
  private let names: CodecNames
  private let kind: RecordingKind
  private let end: ContainerEnd

  /// Reads the whole stretch.
  init(_ file: FileStretch) throws(DecoderAnswer.Rejection) {
    guard file.size > 0 else { throw .empty }
    guard let kind = RecordingKind(of: file) else {
      throw DecoderAnswer.Rejection(unknown: file)
    }
    let end = ContainerEnd(of: file, as: kind)
    // After frames of speech anything may look like some, and of two chunks of sound libav plays the last.
    let isBounded = kind == .amr || kind == .riff || kind == .rf64
    let sound = isBounded ? file.part(0..<end.end) : file
    let container = try MediaFile.opening(file, end) { () throws(DecoderAnswer.Rejection) in
      try MediaContainer(MediaInput(sound), as: kind)
    }
    let parameters = container.parameters
    let timeBase = container.timeBase
    guard let names = CodecNames(parameters.pointee.codec_id) else {
      throw MediaFile.refusal(of: parameters.pointee.codec_id, file, end)
    }
    try MediaFile.check(parameters)
    let decoder = try MediaFile.opening(file, end) { () throws(DecoderAnswer.Rejection) in
      try StreamDecoder(names, parameters, timeBase: timeBase)
    }
    self.file = file
    self.container = container
    self.decoder = decoder
    self.names = names
    self.kind = kind
    self.end = end
  }

  private static func opening<Opened: ~Copyable>(
    _ file: FileStretch, _ end: ContainerEnd,
    _ open: () throws(DecoderAnswer.Rejection) -> Opened
  ) throws(DecoderAnswer.Rejection) -> Opened {
    do throws(DecoderAnswer.Rejection) { return try open() } catch {
      throw error.consideringCut(end, size: file.size)
    }
  }

  /// A codec without a name is one of which the file has not said yet which it is, if it breaks off.
  private static func refusal(
    of codec: AVCodecID, _ file: FileStretch, _ end: ContainerEnd
  ) -> DecoderAnswer.Rejection {
    guard codec == AV_CODEC_ID_NONE else {
      let name = String(cString: avcodec_get_name(codec))
      return DecoderAnswer.Rejection(
        reason: .notAudio, detail: "Its sound is \(name), which is not decoded here.")
    }
    return DecoderAnswer.Rejection(
      reason: .notAudio, detail: "It does not say how its sound is encoded."
    ).consideringCut(end, size: file.size)
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
  consuming func decodeToEnd() throws(DecoderAnswer.Rejection) -> AudioReport {
    var packets = PacketReader(of: container.parameters.pointee.codec_id)
    // libavformat tells the decoder of every priming but this.
    let untold = kind == .caf ? primingOfCAF(file) : nil
    var tally = SampleTally(
      fullScale: AudioReport.fullScale(codec: names.codec), skipping: untold ?? 0)
    packets.decodeAll(of: container, with: decoder, into: &tally, fileBytes: file.size)
    if let rejection = tally.rejection { throw rejection }
    guard let first = tally.runs.first, first.frames > 0 else {
      if tally.wasRefusedMemory { throw .outOfMemory }
      let detail =
        packets.hasFailed ? "Nothing in it can be decoded as \(names.codec)." : "It holds no sound."
      throw DecoderAnswer.Rejection(reason: .noFrames, detail: detail)
        .consideringCut(end, size: file.size)
    }
    let format = AudioFormat(kind, codec: names.codec, in: file)
    var report = report(of: first, as: format)
    report.primingFrames = priming(skipped: untold ?? packets.skippedFrames, first)
    report.endedEarly = end.isCut || packets.hasFailed || tally.isOver
    report.unplayed = end.leftover.map { .init(bytes: $0, isRecording: false) }
    report.takeEnd(ofOgg: kind == .ogg ? OggPages(file).emptyEnd : nil, first, opusHead)
    report.otherTracks = container.soundTracks - 1
    if tally.runs.count > 1 {
      let others = tally.runs.dropFirst().map { self.report(of: $0, as: format) }
      report = report.joined(with: others)
      // It is one for all of them.
      report.claimedFrames = nil
      if tally.runs.contains(where: \.isSliver) { report.endedEarly = true }
    }
    if kind == .mp3 {
      report.judge(LayerThreeWalk(file), isFaultLast: packets.framesAtFault == tally.frames)
    }
    return report
  }

  /// Codec frames by which what is decoded may differ from what the container says: encoders begin with up to three of
  /// them and fill up the last, and how much of that is played is not always written down.
  private static let toleratedBlocks: Int64 = 4

  private borrowing func report(of run: SampleTally.Run, as format: AudioFormat) -> AudioReport {
    AudioReport(
      format: format.rawValue, codec: names.codec, sampleRate: run.sampleRate,
      channels: run.channels, frames: run.frames, claimedFrames: claim(against: run),
      peak: run.meter.peakLevel, rms: run.meter.rmsLevel, clippedSamples: run.meter.clippedSamples,
      waveform: run.meter.bins(AudioReport.waveformBins), texts: container.texts)
  }

  /// What the container claims. A claim that is as good as true is the number of frames itself: it is written in ticks of
  /// up to a millisecond and does not always count what an encoder adds at either end.
  private borrowing func claim(against run: SampleTally.Run) -> Int64? {
    guard let claimed = container.claimedFrames(sampleRate: run.sampleRate) else { return nil }
    // FLAC counts each of them.
    guard kind != .flac else { return claimed }
    let tolerated =
      MediaFile.toleratedBlocks * Int64(run.longestBlock) + Int64(run.sampleRate) / 1000
    return abs(claimed - run.frames) <= tolerated ? run.frames : claimed
  }

  /// What the encoder put before the sound, at the rate of what was decoded.
  private borrowing func priming(skipped: Int64?, _ run: SampleTally.Run) -> Int64? {
    if let opusHead { return opusHead.priming(atRate: run.sampleRate) }
    let frames = max(skipped ?? 0, Int64(container.parameters.pointee.initial_padding))
    return (1...AudioReport.longestPriming).contains(frames) ? frames : nil
  }

  private var opusHead: OpusHead? {
    let parameters = container.parameters.pointee
    guard let start = parameters.extradata, parameters.extradata_size > 0 else { return nil }
    return OpusHead(
      packet: [UInt8](UnsafeBufferPointer(start: start, count: Int(parameters.extradata_size))))
  }
}

extension AudioReport {
  /// Opus in Ogg: where the last page has no packet, libavformat does not tell the decoder where within the last one the
  /// sound ends.
  fileprivate mutating func takeEnd(
    ofOgg position: Int64?, _ run: SampleTally.Run, _ head: OpusHead?
  ) {
    guard let end = position.flatMap({ head?.frames(upTo: $0, atRate: run.sampleRate) }),
      (1...Int64(run.longestBlock)).contains(frames - end)
    else { return }
    frames = end
    clippedSamples = min(clippedSamples, frames * Int64(channels))
    claimedFrames = claimedFrames.map { _ in end }
  }

  /// Joined MP3 is decoded in one go, as players do: where one recording ends in the middle of what another begins, the
  /// decoder meets an error that is none of the file.
  /// And where all frames of one are there and whole, one that it meets after them is in what follows them.
  fileprivate mutating func judge(_ walk: LayerThreeWalk, isFaultLast: Bool) {
    guard walk.parts > 1 else {
      let isWhole = isFaultLast && !walk.isDamaged && walk.parts == 1 && walk.agrees(with: frames)
      endedEarly = walk.isCut || endedEarly && !isWhole
      return
    }
    joint = Joint(
      recordings: walk.parts,
      firstMilliseconds: durationInMilliseconds(
        frames: walk.samplesOfFirst, sampleRate: walk.sampleRate), isMixed: walk.isMixed)
    // The header tells of the first alone.
    claimedFrames = nil
    let lost = walk.samples - frames
    if lost <= Int64(walk.parts) * LayerThreeWalk.mostLostAtJoint { endedEarly = walk.isCut }
  }
}
