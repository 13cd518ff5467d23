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
  /// Frames that an earlier page of Ogg counts, where the last one counts fewer.
  private(set) var disputedPosition: Int64?

  init(of file: FileStretch) {
    let size = file.size
    let head = file.header(at: 0, count: 24)
    switch Signature(head) {
    case .riff, .rf64:
      guard let header = WaveHeader(of: file) else { return }
      frames = header.frames
      isCut = header.isCut
      falseSize = header.falseSize
      unplayed = header.unplayed
    case .aiff:
      // The size covers all that follows it; a missing last pad byte is not worth a word.
      guard head.count == 24, let length = knownLength(head[4..<8].bigEndian, inFileOf: size)
      else { return }
      isCut = length + 8 > size + 1
      take(HeaderRepair.ofAIFF(file))
    case .ogg:
      let pages = OggPages(file)
      isCut = pages.isCut
      disputedPosition = pages.disputedPosition
    case .id3, nil: isGuess = !InfoTag.begins(file)
    case .au:
      // Where the sound begins and its length in bytes.
      guard head.count == 24, let length = knownLength(head[8..<12].bigEndian, inFileOf: size)
      else { return }
      isCut = head[4..<8].bigEndian + length > size
      take(HeaderRepair.ofAU(file))
    case .wave64:
      // The size of the whole, in eight bytes after the GUID, rounded up to a multiple of eight by some. The top
      // byte is nothing but damage.
      isCut = head.count == 24 && head[16..<23].littleEndian > size + 7
    case .caf:
      isCut = ContainerClaim.isCutCAF(file)
      take(HeaderRepair.ofCAF(file))
    case .flac: take(HeaderRepair.ofFLAC(file))
    }
  }

  private mutating func take(_ finding: HeaderRepair.Finding?) {
    switch finding {
    case .repair(let repair):
      self.repair = repair
      frames = repair.claimedFrames
      // Its chunks end where they do by an old size.
      isCut = false
    case .unplayed(let unplayed): self.unplayed = unplayed
    case nil: break
    }
  }

  /// Chunks of four letters and a big-endian size in eight bytes, after a head of eight; the size of `data` is -1 where
  /// it is not known (Apple Core Audio Format Specification 1.0).
  private static func isCutCAF(_ file: FileStretch) -> Bool {
    let size = file.size
    var offset: Int64 = 8
    for _ in 0..<1000 where offset < size {
      let head = file.header(at: offset, count: 12)
      guard head.count == 12 else { return true }
      guard head[4] == 0 else { return false }
      offset += 12 + head[5..<12].bigEndian
      if offset > size { return true }
      if head.starts(with: "data".utf8) { return false }
    }
    return true
  }
}
