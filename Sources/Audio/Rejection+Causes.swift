import Containers
import Records

extension DecoderAnswer.Rejection {
  /// Why a file that the library refuses is no recording. The library's own text is passed on only where the file
  /// begins like one: for anything else it speaks of missing files, or of the last format that it tried.
  init(unreadable file: FileStretch, libraryText: String) {
    let head = file.header(at: 0, count: 16)
    let size = file.size
    if beginsLikeOtherFormat(head) {
      self.init(reason: .otherFormat, detail: "It is of a format that libsndfile does not know.")
      return
    }
    guard let signature = Signature(Array(head.prefix(4))) else {
      self.init(reason: .notAudio, detail: "It was not recognised as audio by its content.")
      return
    }
    let header = WaveHeader(of: file)
    if let channels = header?.channels, let sampleRate = header?.sampleRate,
      !AudioReport.possibleChannels.contains(channels)
        || !AudioReport.possibleSampleRates.contains(sampleRate)
    {
      self.init(channels: channels, sampleRate: sampleRate)
    } else if size < signature.smallestFile {
      self.init(
        reason: .unfinished, detail: "It ends within its header, after \(size) bytes.")
    } else if signature.isReadElsewhere {
      self.init(reason: .otherFormat, detail: "libsndfile does not read it: \(libraryText)")
    } else if ContainerClaim(of: file).isCut {
      self.init(cutBeforeSoundAt: size)
    } else {
      self.init(reason: .notAudio, detail: libraryText)
    }
  }

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

extension Signature {
  /// Whether the other decoder reads files that begin so, of which libsndfile refuses some: codecs that it does not know
  /// in a container that it knows, and CAF that breaks off.
  fileprivate var isReadElsewhere: Bool {
    switch self {
    case .riff, .rf64, .caf, .ogg, .flac, .id3: true
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
    case .id3: 128
    case .wave64: 112
    }
  }
}
