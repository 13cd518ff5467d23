import CLibAV
import Records

/// The text tags of a container, by the names that are stored.
struct MediaTexts {
  private var found: [String: String] = [:]

  /// Those that are kept, in the order in which they are given. More than these would not fit in one answer.
  private static let keys = [
    "title", "artist", "album", "comment", "description", "date", "creation_time", "creationdate",
    "location", "genre", "copyright", "software",
  ]
  private static let longestTogether = 16_384

  /// Dictionaries of libavutil; a key of the first hides that of the second.
  init(_ dictionaries: OpaquePointer?...) {
    for dictionary in dictionaries {
      var entry: UnsafeMutablePointer<AVDictionaryEntry>?
      while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
        entry = next
        let name = MediaTexts.name(of: String(cString: next.pointee.key))
        guard MediaTexts.keys.contains(name), found[name] == nil else { continue }
        found[name] = AudioReport.TextTag.shortened(String(cString: next.pointee.value))
      }
    }
  }

  var tags: [AudioReport.TextTag] {
    var bytes = 0
    return MediaTexts.keys.compactMap { key in
      guard let value = found[key], !value.isEmpty else { return nil }
      bytes += value.utf8.count
      return bytes > MediaTexts.longestTogether
        ? nil : AudioReport.TextTag(key: key, value: value)
    }
  }

  /// Lower-case ASCII with underscores. Apple's keys begin with a domain, and name a place as ISO 6709 writes it, as
  /// `©xyz` does, which libavformat calls `location`.
  private static func name(of key: String) -> String {
    var bytes = key.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: UInt8(ascii: "_")
      }
    }
    let domain = Array("com_apple_quicktime_".utf8)
    if bytes.starts(with: domain) { bytes.removeFirst(domain.count) }
    let name = String(decoding: bytes, as: UTF8.self)
    return switch name {
    case "location_iso6709": "location"
    case "encoder": "software"
    case "year": "date"
    default: name
    }
  }
}
