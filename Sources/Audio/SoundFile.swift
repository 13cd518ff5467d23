import CSndFile
import Levels
import Linux
import Records

/// A sound file that is open for decoding, once, to its end.
///
/// It has a descriptor of its own, so that the one it was opened by may be closed; `deinit` closes it with the library's
/// handle. After a throw nothing is open. That it opened says nothing: only decoding does.
public struct SoundFile: ~Copyable {
  private let handle: OpaquePointer
  private let names: FormatNames
  private let sampleRate: Int
  private let channels: Int
  private let claimedFrames: Int64?
  private let isCut: Bool
  private let size: Int64
  private let isSixteenBit: Bool
  /// Why the header alone would explain that no frame comes out.
  private let emptiness: String

  /// Reads the whole file whatever the descriptor's position, and moves it.
  public init(_ file: borrowing Descriptor) throws(DecoderAnswer.Rejection) {
    let size = (try? file.status().size) ?? 0
    guard size > 0 else {
      throw DecoderAnswer.Rejection(reason: .unfinished, detail: "The file is empty.")
    }
    var info = SF_INFO()
    guard let handle = SoundFile.open(file, &info) else {
      // The library keeps this error in a process-wide place, which is ours alone in the decoder.
      let text = String(cString: sf_strerror(nil))
      throw DecoderAnswer.Rejection(unreadable: file, size: size, libraryText: text)
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
    self.handle = handle
    self.size = size
    self.names = names
    self.channels = channels
    self.sampleRate = sampleRate
    isSixteenBit = Int(info.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16
    let claim = ContainerClaim(of: file, size: size)
    isCut = claim.isCut
    let isPromise = info.frames > 0 && info.frames < mm_unknown_frames() && !claim.isGuess
    claimedFrames = claim.frames ?? (isPromise ? Int64(info.frames) : nil)
    let dataOffset = WaveHeader(of: file, size: size)?.dataOffset
    let following = dataOffset.map { size - $0 } ?? 0
    emptiness =
      following > 0 && info.frames == 0
      ? "Its header says that it holds no sound, though \(following) bytes follow." : ""
  }

  deinit { sf_close(handle) }

  /// Nil where the library refuses the file.
  private static func open(_ file: borrowing Descriptor, _ info: inout SF_INFO) -> OpaquePointer? {
    // When it refuses a file, libsndfile 1.2.0 closes the descriptor even if told not to. So it gets one of its own.
    guard let own = try? file.duplicate() else { preconditionFailure("no descriptor is left") }
    // It takes the present position for the start of the file.
    try? own.seekToStart()
    return sf_open_fd(own.release(), Int32(SFM_READ), &info, Int32(SF_TRUE))
  }

  /// Decodes every frame and tells what was found.
  public consuming func decodeToEnd() throws(DecoderAnswer.Rejection) -> AudioReport {
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
    guard frames > 0 else {
      if isCut { throw DecoderAnswer.Rejection(cutBeforeSoundAt: size) }
      throw DecoderAnswer.Rejection(
        reason: .noFrames,
        detail: hasFailed ? String(cString: sf_strerror(handle)) : emptiness)
    }
    return AudioReport(
      format: names.format, codec: names.codec, sampleRate: sampleRate, channels: channels,
      frames: frames, claimedFrames: claimedFrames, peak: meter.peakLevel, rms: meter.rmsLevel,
      clippedSamples: meter.clippedSamples, waveform: meter.bins(AudioReport.waveformBins),
      texts: SoundFile.texts(handle),
      broadcast: SoundFile.broadcast(handle), endedEarly: isCut || hasFailed)
  }
}

extension DecoderAnswer {
  /// The whole judgement of one file.
  public init(decoding file: borrowing Descriptor) {
    do throws(Rejection) {
      self = .report(try SoundFile(file).decodeToEnd())
    } catch { self = .rejected(error) }
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
