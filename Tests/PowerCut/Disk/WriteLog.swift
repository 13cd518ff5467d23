/// What was written to a disk, in the order in which the disk said that it was done: the log of qemu's `blklogwrites`,
/// which is that of the kernel's dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst). All numbers are
/// little-endian; the first sector is the superblock, and each entry is a sector of its own, with its data behind it.
public struct WriteLog {
  public struct Entry: Hashable, Sendable {
    public struct Flags: OptionSet, Hashable, Sendable {
      public let rawValue: UInt64
      public init(rawValue: UInt64) { self.rawValue = rawValue }
      /// All that was done before this entry has reached the medium.
      public static let flush = Flags(rawValue: 1)
      /// The write itself has reached the medium.
      public static let forceUnitAccess = Flags(rawValue: 2)
      /// The sectors are of no use any more; there is no data.
      public static let discard = Flags(rawValue: 4)
      /// Nothing was written: the data is a text for who reads the log.
      public static let mark = Flags(rawValue: 8)
      static let all: Flags = [.flush, .forceUnitAccess, .discard, .mark]
    }

    /// In bytes of the disk.
    public let offset: Int
    /// In bytes of the disk; none for a flush alone.
    public let length: Int
    public let flags: Flags
    /// Where its data is in the log; empty where it has none.
    public let data: Range<Int>

    public var isFlush: Bool { flags.contains(.flush) }
  }

  public let sectorSize: Int
  public let entries: [Entry]
  public let bytes: [UInt8]

  /// Reads a log. One that was not closed ends with its last flush.
  public init(_ bytes: [UInt8]) throws(WriteLogError) {
    guard bytes.count >= 28 else { throw .cut(at: 0) }
    guard WriteLog.number(bytes, at: 0) == 0x6A_7366_7773_6872 else { throw .notALog }
    guard WriteLog.number(bytes, at: 8) == 1 else { throw .unknownVersion }
    let count = WriteLog.number(bytes, at: 16)
    let size = Int(WriteLog.number(bytes, at: 24) & 0xFFFF_FFFF)
    guard size >= 32, size & (size - 1) == 0 else { throw .sectorSize(size) }
    var entries: [Entry] = []
    var place = size
    while UInt64(entries.count) < count {
      let entry = try WriteLog.entry(bytes, at: place, sectorSize: size)
      entries.append(entry)
      // Data ends where a sector does.
      place = (entry.data.upperBound + size - 1) / size * size
    }
    sectorSize = size
    self.entries = entries
    self.bytes = bytes
  }

  private static func entry(
    _ bytes: [UInt8], at place: Int, sectorSize: Int
  ) throws(WriteLogError) -> Entry {
    guard place + sectorSize <= bytes.count else { throw .cut(at: place) }
    let flags = Entry.Flags(rawValue: number(bytes, at: place + 16))
    guard flags.isSubset(of: .all) else { throw .unknownFlags(at: place) }
    let limit = UInt64(1) << 40
    let (sector, count) = (number(bytes, at: place), number(bytes, at: place + 8))
    let textLength = number(bytes, at: place + 24)
    guard sector < limit, count < limit, textLength < limit else { throw .cut(at: place) }
    let length = Int(count) * sectorSize
    let dataLength: Int =
      if flags.contains(.discard) { 0 } else if flags.contains(.mark) { Int(textLength) } else {
        length
      }
    let start = place + sectorSize
    guard start + dataLength <= bytes.count else { throw .cut(at: place) }
    return Entry(
      offset: Int(sector) * sectorSize, length: flags.contains(.mark) ? 0 : length, flags: flags,
      data: start..<(start + dataLength))
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> UInt64 {
    bytes[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
