/// Whether a file begins like a recording of a kind that libsndfile does not read: MPEG-4 and 3GP, Matroska and WebM, ASF,
/// AMR, or bare AAC. What it truly is, the other decoder says; this tells it from a file that is none.
func beginsLikeOtherFormat(_ head: [UInt8]) -> Bool {
  // ISO/IEC 14496-12, section 4.2: the type of the first box comes after its size.
  if head.count >= 8, firstBoxes.contains(Array(head[4..<8])) { return true }
  // ISO/IEC 14496-3, section 1.A.2.2: twelve set bits, then a layer of zero.
  if head.count >= 2, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return true }
  return otherSignatures.contains { head.starts(with: $0) }
}

private let firstBoxes = ["ftyp", "moov", "mdat", "wide", "free", "skip"].map { Array($0.utf8) }

private let otherSignatures: [[UInt8]] = [
  // RFC 8794, section 11.2.1; the GUID of an ASF header; RFC 4867, section 5.1.
  [0x1A, 0x45, 0xDF, 0xA3], [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], Array("#!AMR".utf8),
]
