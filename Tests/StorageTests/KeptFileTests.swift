import Linux
import Records
import Storage
import Testing

@Suite("Files that stay in their inbox")
struct KeptFileTests {
  private let x1 = RecordID(.quarantine, 1)
  private let q1 = RecordID(.quickRecord, 1)

  private func file(
    _ name: String, _ seed: Int, inode: UInt64 = .max, record: RecordID? = nil
  ) throws -> KeptInboxFile {
    KeptInboxFile(
      inbox: "/inbox", name: FileName(name), sha256: try Sample.digest(seed),
      identity: FileIdentity(device: 0, inode: inode, size: 7, modified: .min), record: record)
  }

  private func keep(_ files: [KeptInboxFile], _ sample: SampleStore) throws {
    try sample.store.write { writer in
      for file in files { try writer.keep(file, at: Sample.noon) }
    }
  }

  @Test("are known by how they look, by their content, and by nothing else")
  func known() throws {
    let sample = try SampleStore()
    let lunch = try file("lunch.wav", 1, record: q1)
    try keep([lunch], sample)
    try sample.store.read { (reader: StoreReader) throws in
      #expect(try reader.keepsFiles(inbox: "/inbox"))
      #expect(try !reader.keepsFiles(inbox: "/other"))
      func looking(
        _ name: String, _ inode: UInt64, _ modified: Int64, changed: Instant? = Instant(seconds: 0),
        on fileSystem: FileSystemKind = FileSystemKind(rawValue: 0xEF53)
      ) throws -> KeptInboxFile? {
        try reader.keptInboxFile(
          inbox: "/inbox", names: [FileName("no"), FileName(name)],
          looking: FileIdentity(device: 9, inode: inode, size: 7, modified: modified),
          changed: changed, on: fileSystem)
      }
      #expect(try looking("lunch.wav", .max, .min) == lunch)
      // Where numbers are made up at each mount, a look tells nothing.
      for kind in [FileSystemKind.fat, .exfat, .fuse, .smb2, .cifs, .nineP] {
        #expect(try looking("lunch.wav", .max, .min, on: kind) == nil)
      }
      #expect(try looking("lunch.wav", 1, .min) == nil)
      #expect(try looking("lunch.wav", .max, 0) == nil)
      #expect(try looking("other.wav", .max, .min) == nil)
      // Whoever writes it anew and puts its time back has changed it after it was read, or in the same tick.
      for changed in [Sample.noon, Sample.noon.advanced(by: .milliseconds(-9))] {
        #expect(try looking("lunch.wav", .max, .min, changed: changed) == nil)
      }
      #expect(try looking("lunch.wav", .max, .min, changed: nil) == lunch)
      #expect(
        try reader.keptInboxFile(inbox: "/inbox", name: lunch.name, sha256: lunch.sha256) == lunch)
      #expect(
        try reader.keptInboxFile(inbox: "/other", name: lunch.name, sha256: lunch.sha256) == nil)
    }
    var moved = lunch
    moved.identity = FileIdentity(device: 0, inode: 5, size: 7, modified: 9)
    try sample.store.write { try $0.refresh(moved, at: Sample.noon) }
    let again = try Store(at: sample.paths, .readWrite)
    let found = try again.read {
      try $0.keptInboxFile(inbox: "/inbox", name: lunch.name, sha256: lunch.sha256)
    }
    #expect(found == moved)
  }

  @Test("a name may have had several contents, and each stays known")
  func contents() throws {
    let sample = try SampleStore()
    let files = try [file("a.wav", 1, record: q1), file("a.wav", 2, record: x1)]
    try keep(files, sample)
    try sample.store.read { (reader: StoreReader) throws in
      for file in files {
        #expect(
          try reader.keptInboxFile(inbox: "/inbox", name: file.name, sha256: file.sha256) == file)
      }
      #expect(
        try Set(reader.keptRecords(inbox: "/inbox", name: FileName("a.wav"))) == [q1, x1])
    }
  }

  @Test("a twin with a sidecar is one only if that led to the same record")
  func twins() throws {
    let sample = try SampleStore()
    try sample.change { writer in
      for seed in [1, 2] { _ = try writer.insert(Sample.lunch(seed)) }
    }
    try keep(
      [
        file("a.wav", 1, record: q1), file("a.json", 2, record: q1),
        file("b.json", 3, record: RecordID(.quickRecord, 2)), file("c.json", 4),
      ], sample)
    try sample.store.read { (reader: StoreReader) throws in
      func twin(_ recording: Int, _ sidecar: Int...) throws -> RecordID? {
        try reader.keptTwin(
          inbox: "/inbox", recording: Sample.digest(recording),
          sidecar: sidecar.map { try Sample.digest($0) })
      }
      #expect(try twin(1) == q1)
      #expect(try twin(1, 2) == q1)
      #expect(try twin(1, 9, 2) == q1)
      #expect(try twin(1, 3) == nil)
      #expect(try twin(1, 4) == nil)
      #expect(try twin(1, 9) == nil)
      #expect(try twin(8) == nil)
    }
  }

  @Test("what was set aside is no twin, held or dropped; what a person has made a record of it is")
  func itemsAsTwins() throws {
    let sample = try SampleStore()
    try sample.change { _ = try $0.insert(Sample.lunch(1)) }
    for (number, ending) in [nil, OperationKind.drop, .fix, .accept].enumerated() {
      let seed = 10 + number
      var draft = try QuarantineFolder(of: sample.store).begin(Sample.uuid(seed))
      try draft.add(
        [1], as: .recording, name: FileName("a.wav"), sha256: Sample.digest(seed))
      let new = try draft.finish(.tooLong, message: "Long.", inbox: "/inbox", at: Sample.noon)
      let item = try sample.change(.setAside) { try $0.insert(new) }
      try keep([file("a\(seed).wav", seed, record: item)], sample)
      if let ending {
        let state: QuarantineItem.State =
          switch ending {
          case .fix: .fixed
          case .accept: .accepted
          default: .dropped
          }
        try sample.change(ending) {
          try $0.setState(item, to: state, naming: state == .dropped ? nil : q1)
        }
      }
      let twin = try sample.store.read {
        try $0.keptTwin(inbox: "/inbox", recording: Sample.digest(seed), sidecar: [])
      }
      #expect(twin == (number > 1 ? item : nil))
    }
    // A record that was purged, or never was.
    try keep([file("b.wav", 20, record: RecordID(.quickRecord, 9))], sample)
    let purged = try sample.store.read {
      try $0.keptTwin(inbox: "/inbox", recording: Sample.digest(20), sidecar: [])
    }
    #expect(purged == nil)
  }

  @Test(
    "what is to be judged again is not known until that is done, and says for which item it is")
  func again() throws {
    let sample = try SampleStore()
    var draft = try QuarantineFolder(of: sample.store).begin(Sample.uuid(1))
    try draft.add([1], as: .recording, name: FileName("a.wav"), sha256: Sample.digest(1))
    let new = try draft.finish(
      .tooLong, message: "Long.", inbox: "/inbox", at: Sample.noon)
    let item = try sample.change(.setAside) { try $0.insert(new) }
    let recording = try file("a.wav", 1, record: item)
    try keep([recording, file("b.wav", 1, record: item)], sample)
    try sample.store.write { try $0.judgeAgain(recording) }
    try sample.store.read { (reader: StoreReader) throws in
      #expect(
        try reader.keptInboxFile(
          inbox: "/inbox", names: [recording.name], looking: recording.identity,
          changed: nil, on: FileSystemKind(rawValue: 0xEF53))
          == nil)
      #expect(try reader.keptFilesToJudge(inbox: "/inbox") == [recording])
      // Another name of it must not pass it off as known.
      #expect(
        try reader.keptTwin(inbox: "/inbox", recording: recording.sha256, sidecar: []) == nil)
      #expect(try reader.quarantineItem(item)?.state == .held)
    }
    var judged = recording
    judged.record = q1
    try sample.change { (writer: StoreWriter) throws in
      #expect(try writer.itemToRetry(by: judged) == item)
      try writer.keep(judged, at: Sample.noon)
    }
    try sample.store.read { (reader: StoreReader) throws in
      #expect(try reader.keptFilesToJudge(inbox: "/inbox") == [])
      #expect(
        try reader.keptInboxFile(inbox: "/inbox", name: judged.name, sha256: judged.sha256)
          == judged)
    }
  }

  @Test(
    "the recordings that a sidecar fits are found by their names, whatever normal form its own has")
  func besides() throws {
    let sample = try SampleStore()
    try keep(
      ["a.wav", "a.b.wav", "ab.wav", "caf\u{E9}.wav", "a"].enumerated().map {
        try file($1, $0, record: q1)
      }, sample)
    try sample.store.read { (reader: StoreReader) throws in
      func names(_ sidecar: String) throws -> [String] {
        try reader.keptRecordingNames(inbox: "/inbox", sidecar: FileName(sidecar)).map {
          "\($0)"
        }
      }
      #expect(try names("a.json") == ["a", "a.wav"])
      #expect(try names("a.wav.json") == ["a.wav"])
      #expect(try names("cafe\u{301}.json").count == 1)
      #expect(try names("none.json") == [])
    }
  }
}
