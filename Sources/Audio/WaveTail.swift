import Containers
import Linux

/// The chunks after the sound of a WAV whose header does not say where that ends.
enum WaveTail {
  /// As far from the end as chunks are looked for.
  static let longest: Int64 = 1 << 20

  /// What recorders write after the sound, or a player could mistake for it.
  static let names = Set(
    [
      "LIST", "id3 ", "ID3 ", "bext", "iXML", "axml", "cue ", "fact", "PEAK", "JUNK", "junk",
      "PAD ", "FLLR", "smpl", "inst", "afsp", "umid", "_PMX", "MD5 ", "DISP", "LGWV", "levl",
      // Of AIFF and CAF.
      "MARK", "INST", "MIDI", "AESD", "APPL", "COMT", "NAME", "AUTH", "(c) ", "ANNO", "COMM",
      "FVER",
      "info", "pakt", "chan", "strg", "mark", "regn", "free", "uuid", "ovvw", "peak", "edct",
      "midi",
    ].map { Array($0.utf8) })

  /// Where chunks begin that follow each other to the end of the file by their sizes; the end of the file where there are
  /// none. No sound is given up for less than that.
  static func soundEnd(in file: FileStretch, from start: Int64) -> Int64 {
    let first = max(start, file.size - longest)
    let tail = file.header(at: first, count: Int(file.size - first))
    // Chunks begin at even offsets.
    var found = file.size
    var place = tail.count - 8
    place -= Int((first + Int64(place)) % 2)
    while place >= 0 {
      let end = first + Int64(place) + 8 + tail[(place + 4)..<(place + 8)].littleEndian
      if end == found || end + end % 2 == found, names.contains(Array(tail[place..<(place + 4)])) {
        found = first + Int64(place)
      }
      place -= 2
    }
    return found
  }
}
