/// A length of 32 bits as a header claims it; nil where it stands for "not known".
///
/// Recorders that died or write to a pipe leave 0, or about as much as fits in 31 or 32 bits, rounded down to what they
/// find round (sox: 0x7FFFF000 in WAV, 0x7F000000 in AIFF). A file that truly is so long means it.
func knownLength(_ claimed: Int64, inFileOf size: Int64) -> Int64? {
  if claimed == 0 { return nil }
  let isGreatest =
    (0x7F00_0000...0x8000_0000).contains(claimed) || (0xFFFF_0000...0xFFFF_FFFF).contains(claimed)
  return isGreatest && claimed > size ? nil : claimed
}
