import JSON
import Linux
import TestSupport
import Testing

@Suite("Recordings that are damaged", .fewAtATime)
struct MutationTests {
  private func mutated(_ original: [UInt8], _ generator: inout SeededBits) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
      // Headers matter most, and are short.
      let isHeader = Bool.random(using: &generator)
      let place = Int.random(
        in: 0..<(isHeader ? min(bytes.count, 128) : bytes.count), using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + 7))
      default: bytes.insert(contentsOf: bytes[place...].prefix(16), at: place)
      }
    }
    return bytes
  }

  @Test("5,000 of them end each as a record or set aside, by one daemon that never falls")
  func mutations() throws {
    let home = Household()
    let folders = ["MediaAudioTests/Recordings", "ProgramTests/Recordings"].map {
      String(#filePath.dropLast("ProgramTests/MutationTests.swift".count)) + $0
    }
    let originals = folders.flatMap { folder in
      listFolder(folder).filter { !$0.hasSuffix(".json") && !$0.hasSuffix(".md") }.compactMap {
        readFile("\(folder)/\($0)").map { Array($0.prefix(20_000)) }
      }
    }
    try #require(originals.count >= 14)
    let daemon = home.startQuickDaemon()
    var generator = SeededBits(state: 0x9E37_79B9_7F4A_7C15)
    var contents: Set<[UInt8]> = []
    while contents.count < 5000 {
      let variant = mutated(originals[contents.count % originals.count], &generator)
      guard contents.insert(variant).inserted else { continue }
      dropFile("memo\(contents.count)", into: home.inbox, variant)
    }
    #expect(eventually { home.inboxIsEmpty })
    #expect(daemon.end() == 0)
    let records = try home.records("list").count
    let items = try home.records("quarantine", "list")
    #expect(records + items.count == 5000)
    #expect(records > 500 && items.count > 500)
    #expect(items.allSatisfy { $0["code"]?.string != "duplicate" })
    try home.expectSoundStore()
  }
}
