import CSndFile
import Linux
import Records

/// A sound file that is open for decoding, once, to its end.
///
/// It borrows the descriptor it was opened by, which must stay open as long as it lives; the library's handle is its
/// own and closed in `deinit`. After a throw nothing is open. That it opened says nothing: only decoding does.
public struct SoundFile: ~Copyable {
  private let handle: OpaquePointer
  private let names: FormatNames
  private let sampleRate: Int
  private let channels: Int
  private let claimedFrames: Int64?
  private let isCut: Bool

  /// Frames that are decoded at a time: the buffer never depends on what the header claims.
  private static let blockFrames = 4096

  /// Reads the whole file whatever the descriptor's position.
  public init(_ file: borrowing Descriptor) throws(DecoderAnswer.Rejection) {
    let size = (try? file.status().size) ?? 0
    // RIFF's smallest head with one chunk; nothing shorter is a recording of any kind.
    guard size >= 44 else {
      throw DecoderAnswer.Rejection(
        reason: .unfinished, detail: size == 0 ? "The file is empty." : "It has \(size) bytes.")
    }
    // libsndfile takes the present position for the start of the file.
    try? file.seekToStart()
    var info = SF_INFO()
    guard let handle = sf_open_fd(file.number, Int32(SFM_READ), &info, 0) else {
      // Its text for what it does not know speaks of missing files, which would mislead.
      throw DecoderAnswer.Rejection(reason: .notAudio, detail: "")
    }
    self.handle = handle
    let claim = ContainerClaim(of: file, size: size)
    names = FormatNames(info.format)
    sampleRate = Int(info.samplerate)
    channels = Int(info.channels)
    isCut = claim.isCut
    let isKnown = info.frames > 0 && info.frames < mm_unknown_frames()
    claimedFrames = claim.frames ?? (isKnown ? Int64(info.frames) : nil)
  }

  deinit { sf_close(handle) }

  /// Decodes every frame and tells what was found.
  public consuming func decodeToEnd() throws(DecoderAnswer.Rejection) -> AudioReport {
    guard (1...32).contains(channels), (1000...768_000).contains(sampleRate) else {
      throw DecoderAnswer.Rejection(
        reason: .badParameters, detail: "\(channels) channels at \(sampleRate) Hz")
    }
    var meter = LevelMeter(channels: channels)
    var frames: Int64 = 0
    withUnsafeTemporaryAllocation(of: Float.self, capacity: SoundFile.blockFrames * channels) {
      buffer in
      while true {
        let count = sf_readf_float(handle, buffer.baseAddress, sf_count_t(SoundFile.blockFrames))
        guard count > 0 else { return }
        frames += Int64(count)
        meter.add(UnsafeBufferPointer(rebasing: buffer[..<(Int(count) * channels)]))
      }
    }
    guard frames > 0 else { throw DecoderAnswer.Rejection(reason: .noFrames, detail: "") }
    return AudioReport(
      format: names.format, codec: names.codec, sampleRate: sampleRate, channels: channels,
      frames: frames, claimedFrames: claimedFrames, peak: meter.peakLevel, rms: meter.rmsLevel,
      clippedSamples: meter.clippedSamples, waveform: meter.bins, texts: SoundFile.texts(handle),
      broadcast: SoundFile.broadcast(handle), endedEarly: isCut || sf_error(handle) != 0)
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
