import CSndFile
import Containers
import Levels
import Linux
import Records

/// A sound file that is open for decoding, once, to its end.
///
/// It has a descriptor of its own, so that the one it was opened by may be closed; `deinit` closes it with the library's
/// handle. After a throw nothing is open. That it opened says nothing: only decoding does.
struct SoundFile: ~Copyable {
  private let file: FileStretch
  private let handle: OpaquePointer
  /// What the handle reads through, if it reads no descriptor.
  private let input: SoundInput?
  private let names: FormatNames
  private let sampleRate: Int
  private let channels: Int
  private let claim: ContainerClaim
  private let claimedFrames: Int64?
  private let isSixteenBit: Bool

  /// Reads the whole stretch; `isPart` where the file holds more than that.
  init(_ file: FileStretch, isPart: Bool) throws(DecoderAnswer.Rejection) {
    guard file.size > 0 else {
      throw DecoderAnswer.Rejection(reason: .unfinished, detail: "The file is empty.")
    }
    let claim = ContainerClaim(of: file)
    // A descriptor is read a little faster than through callbacks.
    let input =
      claim.falseSize.map { SoundInput(file, repairing: $0) }
      ?? claim.repair.map { SoundInput(file, with: $0) } ?? (isPart ? SoundInput(file) : nil)
    var info = SF_INFO()
    guard let handle = input.map({ $0.open(&info) }) ?? SoundFile.open(file, &info) else {
      // The library keeps this error in a process-wide place, which is ours alone in the decoder.
      let text = String(cString: sf_strerror(nil))
      SoundFile.findFault(sf_error(nil), file)
      if SoundFile.isWantOfMemory(text) { throw .outOfMemory(text) }
      throw DecoderAnswer.Rejection(unreadable: file, libraryText: text)
    }
    guard let names = FormatNames(info.format) else {
      sf_close(handle)
      throw DecoderAnswer.Rejection(
        reason: .notAudio, detail: "Its format is none that has a name here.")
    }
    let channels = Int(info.channels)
    let sampleRate = Int(info.samplerate)
    guard AudioReport.possibleChannels.contains(channels),
      AudioReport.possibleSampleRates.contains(sampleRate)
    else {
      sf_close(handle)
      throw DecoderAnswer.Rejection(channels: channels, sampleRate: sampleRate)
    }
    self.file = file
    self.handle = handle
    self.input = input
    self.names = names
    self.channels = channels
    self.sampleRate = sampleRate
    self.claim = claim
    isSixteenBit = Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16
    let isPromise = info.frames > 0 && info.frames < mm_unknown_frames() && !claim.isGuess
    let hasNone = claim.falseSize?.isPlaceholder ?? claim.hasNoLength
    let claimed = claim.frames ?? (isPromise && !hasNone ? Int64(info.frames) : nil)
    claimedFrames = claimed.flatMap { AudioReport.possibleClaims.contains($0) ? $0 : nil }
  }

  deinit { sf_close(handle) }

  /// libsndfile has a number for it (SFE_MALLOC_FAILED), but tells only the text.
  static func isWantOfMemory(_ text: String) -> Bool { text.hasPrefix("Internal malloc () failed") }

  /// Where the system gave an error to the library, which reads a descriptor of its own, this file finds it too, and nothing
  /// else counts that is said of it.
  private static func findFault(_ code: Int32, _ file: FileStretch) {
    if code == Int32(SF_ERR_SYSTEM) { file.readThrough() }
  }

  /// Nil where the library refuses the file.
  private static func open(_ file: FileStretch, _ info: inout SF_INFO) -> OpaquePointer? {
    // When it refuses a file, libsndfile 1.2.0 closes the descriptor even if told not to. So it gets one of its own, and
    // takes the present position for the start of the file.
    guard let own = try? file.wholeFile() else { preconditionFailure("no descriptor is left") }
    return sf_open_fd(own.release(), Int32(SFM_READ), &info, Int32(SF_TRUE))
  }

  /// Decodes every frame and tells what was found.
  consuming func decodeToEnd() throws(DecoderAnswer.Rejection) -> AudioReport {
    var meter = LevelMeter(
      channels: channels, silence: AudioReport.silence,
      fullScale: AudioReport.fullScale(codec: names.sampleCodec))
    var frames: Int64 = 0
    // The library takes longer to make floats of 16-bit samples than it does for everything else together.
    if isSixteenBit {
      meter.add(blocksOf: channels, counting: &frames) { sf_readf_short(handle, $0, $1) }
    } else {
      meter.add(blocksOf: channels, counting: &frames) { sf_readf_float(handle, $0, $1) }
    }
    let hasFailed = sf_error(handle) != 0
    let fault = hasFailed ? String(cString: sf_strerror(handle)) : ""
    if SoundFile.isWantOfMemory(fault) { throw .outOfMemory(fault) }
    SoundFile.findFault(sf_error(handle), file)
    guard frames > 0 else {
      if claim.isCut { throw DecoderAnswer.Rejection(cutBeforeSoundAt: file.size) }
      throw DecoderAnswer.Rejection(reason: .noFrames, detail: fault)
    }
    var report = AudioReport(
      format: claim.falseSize.map { AudioFormat($0).rawValue } ?? names.format, codec: names.codec,
      sampleRate: sampleRate, channels: channels,
      frames: frames, claimedFrames: claimedFrames, peak: meter.peakLevel, rms: meter.rmsLevel,
      clippedSamples: meter.clippedSamples, waveform: meter.bins(AudioReport.waveformBins),
      texts: SoundFile.texts(handle),
      broadcast: SoundFile.broadcast(handle), endedEarly: claim.isCut || hasFailed)
    if let falseSize = claim.falseSize, falseSize.isPlaceholder {
      report.lengthPlaceholder = falseSize.written
    }
    if claim.hasNoLength { report.lengthPlaceholder = 0 }
    report.unplayed = claim.unplayed
    if let position = claim.disputedPosition {
      report.countedFrames = OpusHead(file)?.frames(upTo: position, atRate: sampleRate) ?? position
    }
    switch names.codec {
    case "mp3" where names.format == AudioFormat.wav.rawValue: report.takePaddedClaim()
    case "mp3": report.judge(LayerThreeWalk(file))
    case "flac": report.judge(lastFrameEnd: claim.framesByLast)
    case "opus": report.takeHead(OpusHead(file), emptyEnd: claim.emptyEnd)
    default: break
    }
    return report
  }
}

extension AudioFormat {
  /// libsndfile is given a header of another kind where that is needed.
  fileprivate init(_ size: WaveHeader.FalseSize) { self = size.isLong ? .rf64 : .wav }
}

extension AudioReport {
  /// libsndfile believes the first frame of an MP3: where that does not say how many follow, it decodes as many as it
  /// guesses, and of recordings that were joined only the first. The headers of all frames say how much there is to
  /// decode. So a recording costs a second decoding only where the two differ.
  fileprivate mutating func judge(_ walk: LayerThreeWalk) {
    primingFrames = walk.priming
    guard walk.parts > 0 else { return }
    if walk.isCut { endedEarly = true }
    if !walk.agrees(with: frames) { countedFrames = walk.samples }
    if walk.parts > 1 {
      joint = Joint(
        recordings: walk.parts,
        firstMilliseconds: durationInMilliseconds(
          frames: walk.samplesOfFirst, sampleRate: walk.sampleRate), isMixed: walk.isMixed)
    }
  }
}

extension AudioReport {
  /// MP3 in WAV: the `fact` chunk counts what the encoder added at both ends, of which a decoder gives a part.
  fileprivate mutating func takePaddedClaim() {
    if let claimedFrames, abs(claimedFrames - frames) <= LayerThreeWalk.mostLostAtJoint {
      self.claimedFrames = frames
    }
  }

  /// Opus: before an empty last page libsndfile leaves out the last packet.
  fileprivate mutating func takeHead(_ head: OpusHead?, emptyEnd: Int64?) {
    primingFrames = head?.priming(atRate: sampleRate)
    guard let end = emptyEnd.flatMap({ head?.frames(upTo: $0, atRate: sampleRate) }), end > frames
    else { return }
    countedFrames = end
  }

  /// FLAC: a decoder that stops at damage leaves out what comes after it.
  fileprivate mutating func judge(lastFrameEnd end: Int64?) {
    if let end, end > frames { countedFrames = end }
  }
}

extension LevelMeter {
  /// Frames that are decoded at a time: the buffer never depends on what the header claims.
  private static let blockFrames = 8192

  /// Everything that `read` fills a buffer with, block for block, until it has no more.
  fileprivate mutating func add<Sample: MeterSample>(
    blocksOf channels: Int, counting frames: inout Int64,
    _ read: (UnsafeMutablePointer<Sample>?, sf_count_t) -> sf_count_t
  ) {
    withUnsafeTemporaryAllocation(
      of: Sample.self, capacity: LevelMeter.blockFrames * channels
    ) { buffer in
      while true {
        let count = read(buffer.baseAddress, sf_count_t(LevelMeter.blockFrames))
        guard count > 0 else { return }
        frames += Int64(count)
        add(UnsafeBufferPointer(rebasing: buffer[..<(Int(count) * channels)]))
      }
    }
  }
}
