/// MP3 by the headers of its frames, which say more of its length than anything else in it: how many samples they hold
/// together, and where another recording begins (`cat a.mp3 b.mp3`).
public struct LayerThreeWalk {
  /// Samples of each channel at the first frame's rate.
  public private(set) var samples: Int64 = 0
  /// Recordings one after another; 0 where there is no frame.
  public private(set) var parts = 0
  /// Those of the first of several recordings, without what the encoder added.
  public private(set) var samplesOfFirst: Int64 = 0
  public private(set) var sampleRate = 0
  /// The last frame is not whole.
  public private(set) var isCut = false
  /// Something that is no tag stands between its frames.
  public private(set) var isDamaged = false
  /// Sample rate or channels change.
  public private(set) var isMixed = false
  /// What the encoder put before the sound, as players leave it out; nil where it does not say.
  public private(set) var priming: Int64?
  /// Samples that the encoder says it added at the end.
  private var padding: Int64 = 0
  /// Samples of the longest frame.
  private var frameSamples: Int64 = 0

  private var window: ScanWindow
  private var current: LayerThreeHeader?
  /// Of the present rate, until another follows.
  private var run: Int64 = 0
  private var isJoint = true
  /// What came last was no frame and no tag.
  private var isLost = false

  /// The delay of every decoder, which encoders do not count in (LAME Tag, "Encoder delays").
  private static let decoderDelay: Int64 = 529

  /// Samples of a recording that a decoder gives up where it was joined to another: frames that need what came before
  /// them, and what the encoder added at both ends.
  public static let mostLostAtJoint: Int64 = 4 * 1152

  public init(_ file: FileStretch) {
    // What is in the tags after it is no frame, and fills up none.
    window = ScanWindow(file.part(0..<EndTags.start(of: file)))
    var offset: Int64 = 0
    while offset < window.size { offset = step(at: offset) }
    closeRun()
  }

  /// Whether so many decoded samples are as many as the frames hold, within one frame: a decoder leaves out what the
  /// encoder added, and at the start of a stream that was cut from another its first frame.
  public func agrees(with decoded: Int64) -> Bool {
    let trimmed = (priming ?? 0) + padding
    return (samples - trimmed - frameSamples...samples + frameSamples).contains(decoded)
  }

  /// Takes in what begins there, and answers where the next thing does.
  private mutating func step(at offset: Int64) -> Int64 {
    let head = window.bytes(at: offset, count: 192)
    guard let header = LayerThreeHeader(head), continues(header, at: offset) else {
      return skip(Array(head.prefix(32)), at: offset)
    }
    let next = offset + Int64(header.length)
    if let tag = InfoTag(Array(head), header) {
      // A frame without sound, which tells of the whole recording.
      isJoint = true
      if samples + run == 0 {
        priming = tag.delay.map { $0 + LayerThreeWalk.decoderDelay }
        padding = tag.padding
      }
      return next
    }
    // The last one may be cut; what is there of it is no sound.
    guard next <= window.size else {
      isCut = true
      return next
    }
    begin(header)
    run += Int64(header.samples)
    return next
  }

  /// Whether a header is one of the stream, or the first of another: a few bits are no proof.
  private mutating func continues(_ header: LayerThreeHeader, at offset: Int64) -> Bool {
    if let current, header.isLike(current), !isJoint, !isLost { return true }
    // Of what nothing follows, only a stream says that it is a frame.
    if isLost, offset + Int64(header.length) >= window.size { return false }
    var offset = offset + Int64(header.length)
    for _ in 0..<2 where offset < window.size - 4 {
      let head = window.bytes(at: offset, count: 32)
      guard let next = LayerThreeHeader(head), next.isLike(header) else {
        return tagLength(head) != nil
      }
      offset += Int64(next.length)
    }
    return true
  }

  private mutating func begin(_ header: LayerThreeHeader) {
    if let current, !header.isLike(current) {
      isJoint = true
      isMixed = true
    }
    if isJoint {
      closeRun()
      if parts == 1 {
        // The tag may name more than there is.
        samplesOfFirst = max(
          0, samples - (priming ?? 0) - max(0, padding - LayerThreeWalk.decoderDelay))
      }
      if parts == 0 { sampleRate = header.sampleRate }
      parts += 1
      isJoint = false
    }
    if isLost, current != nil { isDamaged = true }
    isLost = false
    frameSamples = max(frameSamples, Int64(header.samples))
    current = header
  }

  private mutating func closeRun() {
    if let current { samples += run * Int64(sampleRate) / Int64(current.sampleRate) }
    run = 0
  }

  /// Past what is no frame: a tag as a whole, anything else to the next byte that may begin something.
  private mutating func skip(_ head: [UInt8], at offset: Int64) -> Int64 {
    if let length = tagLength(head) {
      isJoint = true
      return offset + length
    }
    isLost = true
    var next = offset + 1
    while true {
      let bytes = window.bytes(at: next, count: 4096)
      guard !bytes.isEmpty else { return window.size }
      if let found = bytes.firstIndex(where: {
        $0 == 0xFF || $0 == UInt8(ascii: "I") || $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "A")
      }) {
        return next + Int64(found - bytes.startIndex)
      }
      next += Int64(bytes.count)
    }
  }
}
