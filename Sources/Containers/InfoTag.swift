/// What the first frame says of a recording where it holds no sound but a "Xing" or "Info" header, with LAME's additions,
/// or Fraunhofer's "VBRI".
public struct InfoTag {
  /// Samples that the encoder put before the sound.
  let delay: Int64?
  /// Samples after it.
  let padding: Int64

  /// Whether a file begins with such a frame, after ID3 tags. Without one nothing says how many frames follow, and
  /// libsndfile guesses that from the first one's bit rate.
  public static func begins(_ file: FileStretch) -> Bool {
    let start = endOfID3Tags(in: file, from: 0)
    let frame = file.header(at: start, count: 192)
    return LayerThreeHeader(frame).map { InfoTag(frame, $0) != nil } ?? false
  }

  /// `frame` is the beginning of a frame, up to 192 bytes; nil where there is no such header.
  init?(_ frame: [UInt8], _ header: LayerThreeHeader) {
    func has(_ mark: String, at place: Int) -> Bool {
      frame.count >= place + 8 && frame[place...].starts(with: mark.utf8)
    }
    let place = 4 + header.sideBytes
    if has("VBRI", at: 36) {
      (delay, padding) = (nil, 0)
      return
    }
    guard has("Xing", at: place) || has("Info", at: place) else { return nil }
    // Flags say which of frames, bytes, the table of 100 points and the quality follow; LAME's additions come after them.
    let flags = frame[place + 7]
    var end = place + 8
    for (flag, bytes) in [(1, 4), (2, 4), (4, 100), (8, 4)] where flags & UInt8(flag) != 0 {
      end += bytes
    }
    // The encoder's name in nine bytes, then twelve of other things, then twice twelve bits.
    guard frame.count >= end + 24, frame[end] >= 0x20 else {
      (delay, padding) = (nil, 0)
      return
    }
    let both = frame[(end + 21)..<(end + 24)].reduce(0) { $0 << 8 | Int64($1) }
    delay = both >> 12
    padding = both & 0xFFF
  }
}
