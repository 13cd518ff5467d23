import JSON
import TestSupport
import Testing

@Suite("Damaged recordings of every format", .fewAtATime)
struct DamageMatrixTests {
  /// Where a file ended: its record, or the code that it was set aside with.
  private struct Ends {
    var records: [String: JSONObject] = [:]
    var codes: [String: String] = [:]

    /// Requires that every one of the files ended, once.
    init(of names: [String], in home: Household) throws {
      for record in try home.records("list") {
        records[try #require(record["source_name"]?.string)] = record
      }
      for item in try home.records("quarantine", "list") {
        let name = try #require(item["names"]?.array?.first?.string)
        codes[name] = item["code"]?.string
      }
      #expect(Set(records.keys).isDisjoint(with: codes.keys))
      #expect(Set(records.keys).union(codes.keys) == Set(names))
    }
  }

  /// What one daemon makes of the files; it must be the same process at the end as at the start.
  private func judged(_ files: [(name: String, bytes: [UInt8])]) throws -> Ends {
    let home = Household()
    let daemon = home.startQuickDaemon()
    for file in files { dropFile(file.name, into: home.inbox, file.bytes) }
    #expect(eventually { home.inboxIsEmpty })
    let isCounted = try eventually {
      let status = try home.json("status").object
      return status?["pid"]?.integer == Int64(daemon.process)
        && status?["counts"]?.object?["seen"]?.integer == Int64(files.count)
    }
    #expect(isCounted)
    #expect(daemon.end() == 0)
    try home.expectSoundStore()
    return try Ends(of: files.map(\.name), in: home)
  }

  @Test("cut at 25, 50 and 99 %, each is a record of what is there, which says so, or unfinished")
  func cut() throws {
    let recordings = try GeneratedRecording.all.get()
    var files: [(name: String, bytes: [UInt8])] = []
    for recording in recordings {
      for part in [25, 50, 99] {
        let bytes = Array(recording.bytes.prefix(recording.bytes.count * part / 100))
        files.append(("\(part) \(recording.kind.name)", bytes))
      }
    }
    let ends = try judged(files)
    for recording in recordings {
      for part in [25, 50, 99] {
        let name = "\(part) \(recording.kind.name)"
        guard let record = ends.records[name] else {
          #expect(ends.codes[name] == "unfinished", "\(name)")
          #expect(part < 99 || recording.kind.indexComesLast, "\(name)")
          continue
        }
        let frames = try #require(record["audio"]?.object?["frames"]?.integer)
        #expect((1...(recording.frames + recording.kind.tolerance)).contains(frames), "\(name)")
        let codes = record["review"]?.array?.compactMap { $0.object?["code"]?.string }
        // Between two frames of a bare stream a cut cannot be seen.
        #expect(
          codes == ["truncated"] || codes == [] && !recording.kind.knowsItsLength, "\(name)")
      }
    }
  }

  @Test("with bytes that have changed, each is a record or set aside with a code of its own")
  func flipped() throws {
    var numbers = SeededBits(state: 0x5851_F42D_4C95_7F2D)
    var files: [(name: String, bytes: [UInt8])] = []
    for recording in try GeneratedRecording.all.get() {
      for round in 0..<8 {
        var bytes = recording.bytes
        // The head, which says how to read the rest, in every second one.
        let reach = round % 2 == 0 ? min(bytes.count, 512) : bytes.count
        for _ in 0..<(1 << (round / 2)) {
          bytes[Int.random(in: 0..<reach, using: &numbers)] ^=
            1 << UInt8.random(in: 0..<8, using: &numbers)
        }
        files.append(("\(round) \(recording.kind.name)", bytes))
      }
    }
    let ends = try judged(files)
    let codes = Dictionary(grouping: ends.codes, by: \.value).mapValues(\.count)
    // What a changed byte brings about; a decoder that dies of one is another matter.
    let expected: Set = ["not-audio", "no-frames", "bad-parameters", "unfinished", "too-long"]
    #expect(expected.isSuperset(of: codes.keys), "\(codes)")
    #expect(ends.records.count > files.count / 2, "\(codes)")
  }
}
