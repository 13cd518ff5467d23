import JSON
import Linux
import Records
import Storage
import TestSupport
import Testing

@Suite("The quarantine")
struct QuarantineTests {
  @Test("A memo is set aside with its sidecar and its reason, under one name, and listed")
  func setsAside() throws {
    let sample = try SampleStore()
    let archive = AudioArchive(of: sample.store)
    let quarantine = QuarantineFolder(of: sample.store)
    var recording = try archive.begin(Sample.uuid(1), at: Sample.noon)
    try recording.descriptor.write("noise")
    var draft = try quarantine.begin(Sample.uuid(2))
    let name = FileName("lunch.wav")
    try draft.add(&recording, name: name, sha256: Sample.digest(1))
    let sidecar = try Sample.sidecar("{}")
    try draft.add(
      sidecar.bytes, as: .sidecar, name: FileName("lunch.wav.json"), sha256: sidecar.sha256)
    #expect(try quarantine.items() == [])
    let new = try draft.finish(
      .notAudio, message: "It is noise.", inbox: "/inbox", at: Sample.noon)
    let folder = "\(sample.paths.quarantine)/\(Sample.uuid(2))"
    #expect(listFolder(sample.paths.quarantine) == ["\(Sample.uuid(2))"])
    #expect(listFolder(folder) == ["lunch.wav", "lunch.wav.json", "reason.json"])
    #expect(readFile("\(folder)/lunch.wav") == Array("noise".utf8))
    #expect(listFolder(sample.paths.audio + "/2026/11") == [])

    let reason = try JSONReader.read(readFile("\(folder)/reason.json") ?? []).object
    #expect(reason?["code"] == "not-audio" && reason?["message"] == "It is noise.")
    #expect(reason?["cure"]?.string?.isEmpty == false)
    #expect(reason?["at"] == "2026-11-30T12:00:00+00:00")
    #expect(reason?["files"]?.array?.first?.object?["name"] == "lunch.wav")
    #expect(
      reason?["files"]?.array?.first?.object?["sha256"]?.string == "\(try Sample.digest(1))")

    let id = try sample.change(.setAside) { try $0.insert(new) }
    let (item, held, folders) = try sample.store.read {
      (
        try $0.quarantineItem(id),
        try $0.heldQuarantine(inbox: "/inbox", sidecars: [FileName("lunch.json")]),
        try $0.quarantineFolders()
      )
    }
    #expect(id == RecordID(.quarantine, 1))
    #expect(item?.files == new.files && item?.code == .notAudio && item?.state == .held)
    #expect(held == [item] && folders == [Sample.uuid(2)])
    let first = try #require(item?.files.first)
    let opened = try quarantine.open(first)
    #expect(try opened.readAll(limit: 10) == Array("noise".utf8))
  }

  @Test("A name is never a path, never hides, never meets another, and always fits")
  func names() throws {
    let sample = try SampleStore()
    let quarantine = QuarantineFolder(of: sample.store)
    let long = String(repeating: "𝄞", count: 62) + ".wav..."
    let names = [
      FileName("../x"), FileName("/etc/passwd"), FileName(".."), FileName("reason.json"),
      FileName(bytes: Array("memo_".utf8) + [0xF1] + Array(".wav".utf8)),
      FileName("memo_\\xf1.wav"), FileName("a\nb.wav"), FileName(long), FileName("lunch.wav"),
      FileName("lunch.wav"), FileName(bytes: [UInt8](repeating: 0xF1, count: 255)),
      FileName(String(repeating: "a", count: 251) + ".wav"),
      FileName(String(repeating: "a", count: 251) + ".wav"),
    ]
    #expect(long.utf8.count == 255)
    var draft = try quarantine.begin(Sample.uuid(1))
    for (seed, name) in names.enumerated() {
      try draft.add(
        Array("\(seed)".utf8), as: .recording, name: name, sha256: Sample.digest(seed))
    }
    let new = try draft.finish(
      .notAudio, message: "Odd names.", inbox: "/inbox", at: Sample.noon)
    #expect(new.files.map(\.name) == names)
    #expect(Set(new.files.map(\.path)).count == names.count)
    for (seed, file) in new.files.enumerated() {
      let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.count == 3 && parts[0] == "quarantine" && parts[1] == "\(Sample.uuid(1))")
      #expect(parts.last?.utf8.count ?? 0 <= 255)
      #expect(readFile(sample.paths.absolute(file.path)) == Array("\(seed)".utf8), "\(file.path)")
    }
    #expect(new.files[7].path.hasSuffix(long) && new.files[9].path.hasSuffix("/lunch~2.wav"))
    #expect(listFolder(sample.paths.root).contains("x") == false)
    let id = try sample.change(.setAside) { try $0.insert(new) }
    let item = try sample.store.read { try $0.quarantineItem(id) }
    #expect(item?.files.map(\.name) == names)
  }

  @Test("A half item leaves nothing, and what a program that died left behind is removed")
  func halfItems() throws {
    let sample = try SampleStore()
    let quarantine = QuarantineFolder(of: sample.store)
    do {
      var draft = try quarantine.begin(Sample.uuid(1))
      try draft.add([1], as: .sidecar, name: FileName("a.json"), sha256: Sample.digest(1))
    }
    #expect(listFolder(sample.paths.quarantine) == [])
    let leftover = "\(sample.paths.quarantine)/.\(Sample.uuid(2)).part"
    try makeDirectories(leftover)
    writeFile("\(leftover)/a.wav", "copy")
    try quarantine.removeLeftovers()
    #expect(listFolder(sample.paths.quarantine) == [])
    var draft = try quarantine.begin(Sample.uuid(3))
    try draft.add([1], as: .sidecar, name: FileName("a.json"), sha256: Sample.digest(1))
    _ = try draft.finish(.sidecarInvalid, message: "Bad.", inbox: "/inbox", at: Sample.noon)
    #expect(try quarantine.items() == [Sample.uuid(3)])
    try draft.withdraw()
    #expect(try quarantine.items() == [])
  }

  @Test("A late sidecar joins the recording that was set aside")
  func joins() throws {
    let sample = try SampleStore()
    let quarantine = QuarantineFolder(of: sample.store)
    var draft = try quarantine.begin(Sample.uuid(1))
    try draft.add([1], as: .recording, name: FileName("a.wav"), sha256: Sample.digest(1))
    let new = try draft.finish(.notAudio, message: "Noise.", inbox: "/inbox", at: Sample.noon)
    let id = try sample.change(.setAside) { try $0.insert(new) }
    let item = try #require(try sample.store.read { try $0.quarantineItem(id) })
    let sidecar = try Sample.sidecar("{\"amount\": 1}")
    let file = try quarantine.join(sidecar, name: FileName("a.wav.json"), to: item)
    try sample.change(.setAside) { try $0.join(file, to: id) }
    #expect(try sample.store.read { try $0.quarantineItem(id) }?.files == item.files + [file])
    let folder = "\(sample.paths.quarantine)/\(Sample.uuid(1))"
    #expect(listFolder(folder) == ["a.wav", "a.wav.json", "reason.json"])
    let reason = try JSONReader.read(readFile("\(folder)/reason.json") ?? []).object
    #expect(reason?["files"]?.array?.count == 2)
  }

  @Test("What is held is found by the names of sidecars that its recording can have")
  func byName() throws {
    let sample = try SampleStore()
    func hold(_ seed: Int, _ names: [FileName], inbox: String = "/inbox") throws -> RecordID {
      try sample.change(.setAside) { writer in
        try writer.insert(
          NewQuarantineItem(
            uuid: Sample.uuid(seed), code: .notAudio, message: "Noise.",
            files: try names.map { name in
              QuarantineItem.File(
                role: name.isSidecarName ? .sidecar : .recording, name: name, path: "x\(seed)",
                bytes: 1, sha256: try Sample.digest(seed))
            }, inbox: inbox, at: Sample.noon))
      }
    }
    let composed = FileName("caf\u{E9}.wav")
    let decomposed = FileName("cafe\u{301}.wav")
    let first = try hold(1, [FileName("lunch.wav"), FileName("lunch.wav.json")])
    let second = try hold(2, [FileName("lunch.flac")])
    _ = try hold(3, [FileName("lunch.wav")], inbox: "/other")
    _ = try hold(4, [FileName("lunch-2.wav")])
    _ = try hold(5, [FileName("lunches.wav")])
    let cafes = [try hold(6, [composed]), try hold(7, [decomposed])]
    let dropped = try hold(8, [FileName("lunch.wav")])
    try sample.change(.drop) { try $0.setState(dropped, to: .dropped) }
    func found(_ sidecars: String...) throws -> [RecordID] {
      try sample.store.read {
        try $0.heldQuarantine(inbox: "/inbox", sidecars: Set(sidecars.map { FileName($0) }))
          .map(\.id)
      }
    }
    #expect(try found("lunch.json") == [first, second])
    #expect(try found("lunch.wav.json") == [first])
    #expect(try found("lunch.wav.json", "lunch.flac.json") == [first, second])
    #expect(try found("caf\u{E9}.json") == cafes)
    #expect(try found("cafe\u{301}.json") == cafes)
    #expect(try found("dinner.json") == [] && found("lunch.wav") == [])
  }

  @Test("An item is given back or dropped once")
  func states() throws {
    let sample = try SampleStore()
    let id = try sample.change(.setAside) { writer in
      try writer.insert(
        NewQuarantineItem(
          uuid: Sample.uuid(1), code: .unfinished, message: "Cut.", files: [], inbox: "/inbox",
          at: Sample.noon))
    }
    try sample.change(.retry) { try $0.setState(id, to: .retried) }
    #expect(
      refusal { try sample.change(.drop) { try $0.setState(id, to: .dropped) } } == .notHeld(id))
    let (held, all) = try sample.store.read {
      (try $0.quarantineItems(), try $0.quarantineItems(QuarantineItem.State.allCases))
    }
    #expect(held == [] && all.map(\.state) == [.retried])
    let unknown = RecordID(.quarantine, 9)
    let refused = refusal { try sample.change(.drop) { try $0.setState(unknown, to: .dropped) } }
    #expect(refused == .noSuchRecord(unknown))
  }
}
