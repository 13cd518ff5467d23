import JSON
import TestSupport
import Testing

@Suite("Recordings of every format", .fewAtATime)
struct FormatMatrixTests {
  enum Naming: String, CaseIterable {
    case right, wrong, without

    func name(of kind: GeneratedKind) -> String {
      switch self {
      case .right: kind.name
      case .wrong: "\(kind.stem).\(kind.wrongExtension)"
      case .without: kind.stem
      }
    }
  }

  @Test(
    "A08, A20, P08: each is a record with its codec, the source of each field and every frame, whatever its name says",
    arguments: Naming.allCases)
  func whole(_ naming: Naming) throws {
    let recordings = try GeneratedRecording.all.get()
    let home = Household()
    let daemon = home.startQuickDaemon()
    for (index, recording) in recordings.enumerated() {
      let name = naming.name(of: recording.kind)
      dropFile("\(name).json", into: home.inbox, Array(#"{"amount": \#(index)}"#.utf8))
      dropFile(name, into: home.inbox, recording.bytes)
    }
    #expect(eventually { home.inboxIsEmpty })
    #expect(try home.json("status").object?["pid"]?.integer == Int64(daemon.process))
    #expect(daemon.end() == 0)
    let records = try home.records("list")
    #expect(records.count == recordings.count)
    for (index, recording) in recordings.enumerated() {
      let kind = recording.kind
      let name = naming.name(of: kind)
      guard let record = records.first(where: { $0["source_name"]?.string == name }) else {
        Issue.record("\(name) is no record")
        continue
      }
      let audio = try #require(record["audio"]?.object)
      let frames = try #require(audio["frames"]?.integer)
      #expect(
        abs(frames - recording.frames) <= kind.tolerance,
        "\(name): \(frames) frames, \(recording.frames) expected")
      #expect(facts(record, audio) == facts(recording, amount: index), "\(name)")
    }
    try home.expectSoundStore()
  }

  /// What the record says that does not depend on when the file was written.
  private func facts(_ record: JSONObject, _ audio: JSONObject) -> JSONObject {
    let sources = record["sources"]?.object
    let isFileTime = sources?["captured_at"]?.string == "file-time"
    return [
      "format": audio["format"] ?? nil, "codec": audio["codec"] ?? nil,
      "rate": audio["sample_rate"] ?? nil, "bytes": audio["bytes"] ?? nil,
      "amount": record["amount"] ?? nil, "note": record["note"] ?? nil,
      "place": record["place"] ?? nil,
      "captured_at": isFileTime ? nil : record["captured_at"] ?? nil,
      "from": .array(
        ["amount", "captured_at", "place", "note"].map { sources?[$0] ?? nil }),
      "review": .array((record["review"]?.array ?? []).map { $0.object?["code"] ?? nil }),
    ]
  }

  private func facts(_ recording: GeneratedRecording, amount: Int) -> JSONObject {
    let kind = recording.kind
    return [
      "format": .string(kind.format), "codec": .string(kind.codec),
      "rate": .integer(kind.sampleRate), "bytes": .integer(recording.bytes.count),
      "amount": .string("\(amount).00"), "note": kind.note.map { .string($0) } ?? nil,
      "place": kind.hasPlace
        ? ["name": nil, "latitude": "25.0330", "longitude": "121.5654"] : nil,
      "captured_at": kind.capturedAt.map { .string($0) } ?? nil,
      "from": [
        "sidecar", kind.capturedAt == nil ? "file-time" : "container",
        kind.hasPlace ? "container" : nil, kind.note == nil ? nil : "container",
      ],
      "review": [],
    ]
  }
}
