import LoggedDisk
import Testing

/// A log of writes made by hand, as blklogwrites lays it out with sectors of 512 bytes.
struct HandMadeLog {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  init() { bytes = [UInt8](repeating: 0, count: 512) }

  /// A write of sectors full of one byte.
  mutating func write(_ byte: UInt8, at sector: Int, sectors: Int = 1, flags: UInt64 = 0) {
    add(sector, sectors, flags, [UInt8](repeating: byte, count: sectors * 512))
  }

  mutating func flush() { add(0, 0, 1, []) }

  mutating func discard(at sector: Int, sectors: Int) { add(sector, sectors, 4, []) }

  /// A mark, whose text is padded to a sector.
  mutating func mark(_ text: String) {
    let padded = Array(text.utf8) + [UInt8](repeating: 0, count: 512 - text.utf8.count)
    add(0, 0, 8, padded, textLength: text.utf8.count)
  }

  private mutating func add(
    _ sector: Int, _ sectors: Int, _ flags: UInt64, _ data: [UInt8], textLength: Int = 0
  ) {
    let head = [UInt64(sector), UInt64(sectors), flags, UInt64(textLength)].flatMap(Self.little)
    bytes += head + [UInt8](repeating: 0, count: 480) + data
    count += 1
    let superblock =
      Self.little(0x6A_7366_7773_6872) + Self.little(1) + Self.little(UInt64(count))
      + Self.little(512)
    bytes.replaceSubrange(0..<32, with: superblock)
  }

  private static func little(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }
}

/// The first byte of each sector of a disk of eight, after a cut.
func sectors(of log: WriteLog, at cut: CutPoint) -> [UInt8] {
  var disk = [UInt8](repeating: 0, count: 8 * 512)
  for stretch in log.medium(at: cut) {
    let data =
      stretch.data.map { Array(log.bytes[$0]) } ?? .init(repeating: 0, count: stretch.length)
    disk.replaceSubrange(stretch.offset..<(stretch.offset + stretch.length), with: data)
  }
  return (0..<8).map { disk[$0 * 512] }
}

@Suite("The log of a disk's writes") struct WriteLogTests {
  @Test("A log is read entry by entry, in the order in which the disk was written")
  func reading() throws {
    var made = HandMadeLog()
    made.write(1, at: 3, sectors: 2)
    made.mark("half way")
    made.flush()
    made.discard(at: 3, sectors: 1)
    made.write(2, at: 7, flags: 2)
    let log = try WriteLog(made.bytes)
    #expect(log.sectorSize == 512)
    #expect(log.entries.map(\.offset) == [1536, 0, 0, 1536, 3584])
    #expect(log.entries.map(\.length) == [1024, 0, 0, 512, 512])
    #expect(log.entries.map(\.flags) == [[], .mark, .flush, .discard, .forceUnitAccess])
    #expect(String(decoding: log.bytes[log.entries[1].data], as: UTF8.self) == "half way")
  }

  @Test("A log that is cut, or none at all, is refused")
  func refusing() throws {
    var made = HandMadeLog()
    made.write(1, at: 0, sectors: 2)
    #expect(throws: WriteLogError.cut(at: 512)) { try WriteLog(made.bytes.dropLast(1) + []) }
    #expect(throws: WriteLogError.cut(at: 0)) { try WriteLog([]) }
    #expect(throws: WriteLogError.notALog) { try WriteLog(.init(repeating: 7, count: 512)) }
    made.write(1, at: 0, flags: 64)
    #expect(throws: WriteLogError.unknownFlags(at: 2048)) { try WriteLog(made.bytes) }
  }

  @Test("After a cut all that was flushed is there, and nothing behind it")
  func flushed() throws {
    var made = HandMadeLog()
    made.write(1, at: 0)
    made.write(2, at: 1, sectors: 2)
    made.flush()
    made.write(3, at: 0)
    made.discard(at: 1, sectors: 1)
    made.flush()
    made.write(4, at: 5)
    let log = try WriteLog(made.bytes)
    #expect(
      sectors(of: log, at: CutPoint(durable: 3, end: 3, seed: nil)) == [1, 2, 2, 0, 0, 0, 0, 0])
    #expect(
      sectors(of: log, at: CutPoint(durable: 6, end: 6, seed: nil)) == [3, 0, 2, 0, 0, 0, 0, 0])
  }

  @Test("Of what was not flushed any part may be there, in every combination")
  func unflushed() throws {
    var made = HandMadeLog()
    made.write(1, at: 0)
    made.flush()
    made.write(2, at: 1)
    made.write(3, at: 2)
    made.write(4, at: 0)
    made.write(9, at: 7)
    let log = try WriteLog(made.bytes)
    let seen = Set(
      (0..<400).map { sectors(of: log, at: CutPoint(durable: 2, end: 5, seed: $0)) })
    // Each of three writes is there or not; what comes after the cut never is.
    let all: [[UInt8]] = [1, 4].flatMap { first in
      [0, 2].flatMap { second in [0, 3].map { [first, second, $0, 0, 0, 0, 0, 0] } }
    }
    #expect(seen == Set(all))
  }

  @Test("A write of several sectors may be torn, but no sector is")
  func torn() throws {
    var made = HandMadeLog()
    made.flush()
    made.write(5, at: 2, sectors: 4)
    let log = try WriteLog(made.bytes)
    let seen = Set(
      (0..<2000).map { sectors(of: log, at: CutPoint(durable: 1, end: 2, seed: $0)) })
    #expect(seen.contains([0, 0, 5, 5, 5, 5, 0, 0]))
    #expect(seen.contains([0, 0, 5, 0, 0, 5, 0, 0]))
    #expect(seen.count == 16)
  }

  @Test("A write that forced its way past the cache is there without a flush")
  func forced() throws {
    var made = HandMadeLog()
    made.flush()
    made.write(6, at: 4, flags: 2)
    let log = try WriteLog(made.bytes)
    for seed in 0..<50 {
      #expect(
        sectors(of: log, at: CutPoint(durable: 1, end: 2, seed: UInt64(seed)))[4] == 6)
    }
  }
}
