import Containers
import Linux
import Records

/// What a container's own header says of its length, where libsndfile's word for it cannot be taken.
struct ContainerClaim {
  /// Frames that the header promises; nil where libsndfile's number is as good.
  private(set) var frames: Int64?
  /// The container says by itself that it is not whole.
  private(set) var isCut = false
  /// libsndfile's number is a guess, and no promise of the file.
  private(set) var isGuess = false
  /// A size in the header that is no size of the sound.
  private(set) var falseSize: WaveHeader.FalseSize?
  /// A header that says less than there is, as it should be.
  private(set) var repair: HeaderRepair?
  /// What follows the recording and is not played.
  private(set) var unplayed: AudioReport.Unplayed?
  /// The header has 0 in the place of the length, of which its format has no other word for "not known".
  private(set) var hasNoLength = false
  /// Frames up to the end of the last one of FLAC.
  private(set) var framesByLast: Int64?
  /// Frames that an earlier page of Ogg counts, where the last one counts fewer.
  private(set) var disputedPosition: Int64?
  /// The position of an empty last page of Ogg.
  private(set) var emptyEnd: Int64?

  init(of file: FileStretch) {
    let size = file.size
    let head = file.header(at: 0, count: 24)
    switch RecordingKind(beginning: head) {
    case .riff, .rf64:
      guard let header = WaveHeader(of: file) else { return }
      frames = header.frames
      isCut = header.isCut
      falseSize = header.falseSize
      unplayed = header.unplayed
    case .aiff:
      // The size covers all that follows it; a missing last pad byte is not worth a word.
      guard head.count == 24 else { return }
      let length = knownLength(head[4..<8].bigEndian, inFileOf: size)
      isCut = length.map { $0 + 8 > size + 1 } ?? false
      take(HeaderRepair.ofAIFF(file))
    case .ogg:
      let pages = OggPages(file)
      isCut = pages.isCut
      disputedPosition = pages.disputedPosition
      emptyEnd = pages.emptyEnd
    case .mp3, nil: isGuess = !InfoTag.begins(file)
    case .au:
      // Where the sound begins and its length in bytes.
      guard head.count == 24, let length = knownLength(head[8..<12].bigEndian, inFileOf: size)
      else { return }
      isCut = head[4..<8].bigEndian + length > size
      take(HeaderRepair.ofAU(file))
    case .wave64:
      // The size of the whole, in eight bytes after the GUID, rounded up to a multiple of eight by some. The top
      // byte is nothing but damage, or stands for "not known".
      isCut = head.count == 24 && head[23] == 0 && head[16..<23].littleEndian > size + 7
      take(HeaderRepair.ofWave64(file))
    case .caf:
      isCut = ContainerClaim.isCutCAF(file)
      take(HeaderRepair.ofCAF(file))
    case .flac:
      let stream = FLACStream(file)
      framesByLast = stream?.framesByLast
      take(stream.flatMap { HeaderRepair.ofFLAC($0, file) })
    case .isoMedia, .matroska, .asf, .amr, .adts: break
    }
  }

  private mutating func take(_ finding: HeaderRepair.Finding?) {
    switch finding {
    case .repair(let repair):
      self.repair = repair
      frames = repair.claimedFrames
      hasNoLength = repair.hasNoLength
      // Its chunks end where they do by an old size.
      isCut = false
    case .noLength: hasNoLength = true
    case .unplayed(let unplayed): self.unplayed = unplayed
    case nil: break
    }
  }

  private static func isCutCAF(_ file: FileStretch) -> Bool {
    var chunks = CAFChunks(file)
    while let chunk = chunks.next() {
      if chunks.offset > file.size { return true }
      if chunk.name == "data" { return false }
    }
    // Damage is no cut.
    return file.size - chunks.offset < 12
  }
}
