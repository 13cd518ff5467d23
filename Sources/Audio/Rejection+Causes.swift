import Containers
import Linux
import Records

extension DecoderAnswer.Rejection {
  /// Why a file that the library refuses is no recording. The library's own text is passed on only where the file
  /// begins like one: for anything else it speaks of missing files, or of the last format that it tried.
  init(unreadable file: FileStretch, libraryText: String) {
    let size = file.size
    guard
      let kind = RecordingKind(of: file)
        ?? RecordingKind(beginning: file.header(at: 0, count: 16))
    else {
      self.init(reason: .notAudio, detail: "It was not recognised as audio by its content.")
      return
    }
    guard kind.isReadHere else {
      self = .unknownFormat
      return
    }
    let header = WaveHeader(of: file)
    if let channels = header?.channels, let sampleRate = header?.sampleRate,
      !AudioReport.possibleChannels.contains(channels)
        || !AudioReport.possibleSampleRates.contains(sampleRate)
    {
      self.init(channels: channels, sampleRate: sampleRate)
    } else if size < kind.smallestFile {
      self.init(
        reason: .unfinished, detail: "It ends within its header, after \(size) bytes.")
    } else if kind.isReadElsewhere {
      self.init(reason: .otherFormat, detail: "libsndfile does not read it: \(libraryText)")
    } else if ContainerClaim(of: file).isCut {
      self.init(cutBeforeSoundAt: size)
    } else {
      self.init(reason: .notAudio, detail: libraryText)
    }
  }

  static let unknownFormat = DecoderAnswer.Rejection(
    reason: .otherFormat, detail: "It is of a format that libsndfile does not know.")

  init(cutBeforeSoundAt size: Int64) {
    self.init(reason: .unfinished, detail: "It breaks off after \(size) bytes, before any sound.")
  }

  static func outOfMemory(_ text: String) -> DecoderAnswer.Rejection {
    DecoderAnswer.Rejection(reason: .outOfMemory, detail: text)
  }

  init(channels: Int, sampleRate: Int) {
    self.init(reason: .badParameters, detail: "\(channels) channels at \(sampleRate) Hz")
  }
}

extension RecordingKind {
  /// Whether libsndfile reads files that begin so.
  var isReadHere: Bool {
    switch self {
    case .isoMedia, .matroska, .asf, .amr, .adts: false
    case .riff, .rf64, .wave64, .aiff, .au, .caf, .flac, .ogg, .mp3: true
    }
  }

  /// Whether the other decoder reads files that begin so, of which libsndfile refuses some: codecs that it does not know
  /// in a container that it knows, and CAF that breaks off.
  fileprivate var isReadElsewhere: Bool {
    switch self {
    case .riff, .rf64, .caf, .ogg, .flac, .mp3, .isoMedia, .matroska, .asf, .amr, .adts: true
    case .aiff, .au, .wave64: false
    }
  }

  /// Bytes of the smallest file that could be read; a shorter one has only begun.
  fileprivate var smallestFile: Int64 {
    switch self {
    case .riff, .rf64: 44
    case .aiff: 54
    case .flac: 42
    // A page with the head of a stream: 27 bytes, a segment, and the 19 bytes of Opus.
    case .ogg: 47
    case .caf: 68
    case .au: 24
    case .mp3: 128
    case .wave64: 112
    case .isoMedia, .matroska, .asf, .amr, .adts: 0
    }
  }
}
