import LoggedDisk
import Testing

@Suite("Points to cut at") struct CutPointTests {
  private func log() throws -> WriteLog {
    var made = HandMadeLog()
    for round in 0..<50 {
      for sector in 0..<3 { made.write(UInt8(round), at: sector) }
      made.flush()
    }
    return try WriteLog(made.bytes)
  }

  @Test("Half are just after a flush, half between two, and none before the start")
  func choosing() throws {
    let log = try log()
    let cuts = CutPoint.choose(40, in: log, from: 20, seed: 1)
    #expect(cuts.count == 40)
    #expect(cuts.count { $0.seed == nil } == 20)
    for cut in cuts {
      #expect(cut.durable > 20)
      #expect(log.entries[cut.durable - 1].isFlush)
      #expect(cut.end <= log.entries.count)
      #expect(!log.entries[cut.durable..<cut.end].dropLast().contains { $0.isFlush })
    }
    #expect(Set(cuts).count == 40)
  }

  @Test("A log with fewer flushes gives each of them, and the same seed the same points")
  func few() throws {
    let log = try log()
    let cuts = CutPoint.choose(1000, in: log, from: 0, seed: 7)
    #expect(cuts.count == 50 + 49)
    #expect(cuts == CutPoint.choose(1000, in: log, from: 0, seed: 7))
    #expect(cuts != CutPoint.choose(1000, in: log, from: 0, seed: 8))
  }

  @Test("A point is written and read again")
  func writing() {
    for cut in [
      CutPoint(durable: 12, end: 12, seed: nil), CutPoint(durable: 12, end: 15, seed: 7),
    ] {
      #expect(CutPoint(cut.description) == cut)
    }
    #expect(CutPoint("12-15") == nil)
    #expect(CutPoint("") == nil)
  }
}
