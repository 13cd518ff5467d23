import CSndFile
import Records

extension SoundFile {
  private static let keys: [(number: Int, key: String)] = [
    (SF_STR_TITLE, "title"), (SF_STR_COPYRIGHT, "copyright"), (SF_STR_SOFTWARE, "software"),
    (SF_STR_ARTIST, "artist"), (SF_STR_COMMENT, "comment"), (SF_STR_DATE, "date"),
    (SF_STR_ALBUM, "album"), (SF_STR_LICENSE, "license"), (SF_STR_TRACKNUMBER, "tracknumber"),
    (SF_STR_GENRE, "genre"),
  ]

  /// The text tags that libsndfile hands out; bytes that are not UTF-8 are replaced.
  static func texts(_ handle: OpaquePointer) -> [AudioReport.TextTag] {
    keys.compactMap { number, key in
      guard let text = sf_get_string(handle, Int32(number)) else { return nil }
      let value = AudioReport.TextTag.shortened(String(cString: text))
      return value.isEmpty ? nil : AudioReport.TextTag(key: key, value: value)
    }
  }

  /// The `bext` chunk of a Broadcast Wave file (EBU Tech 3285).
  static func broadcast(_ handle: OpaquePointer) -> BroadcastExtension? {
    var info = SF_BROADCAST_INFO()
    let size = Int32(MemoryLayout<SF_BROADCAST_INFO>.size)
    guard sf_command(handle, Int32(SFC_GET_BROADCAST_INFO), &info, size) == SF_TRUE else {
      return nil
    }
    func text(_ field: some Any) -> String {
      withUnsafeBytes(of: field) {
        AudioReport.TextTag.shortened(String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self))
      }
    }
    return BroadcastExtension(
      description: text(info.description), originator: text(info.originator),
      originatorReference: text(info.originator_reference),
      originationDate: text(info.origination_date), originationTime: text(info.origination_time),
      timeReference: UInt64(info.time_reference_high) << 32 | UInt64(info.time_reference_low),
      codingHistory: text(info.coding_history))
  }
}
