import Records
import Storage
import Testing

@Suite("Quick records")
struct QuickRecordTests {
  @Test("A record comes back exactly as it went in")
  func roundTrip() throws {
    let sample = try SampleStore()
    var new = try Sample.lunch(1)
    new.fields.note = "a NUL \u{0}, a quote ', 午餐 🍜\nand a second line"
    new.review = [
      ReviewNote(
        field: .amount, code: .ambiguousSeparator, message: "Two readings.", text: "1.\u{0}234"),
      ReviewNote(field: .audio, code: .silent, message: "No sound.", text: nil),
    ]
    new.sources = [.amount: .sidecar, .tags: .name, .capturedAt: .fileTime, .type: .defaults]
    new.writerID = "shortcut-1"
    new.sourceName = FileName(bytes: [0x6D, 0xF1, 0x2E, 0x77])
    let id = try sample.change { try $0.insert(new) }
    let record = try #require(try sample.store.read { try $0.quickRecord(id) })
    #expect(record.id == RecordID(.quickRecord, 1))
    #expect(record.uuid == new.uuid)
    #expect(record.fields == new.fields)
    #expect(record.fields.tags.map(\.name) == ["Food", "lunch"])
    #expect(record.sources == new.sources)
    #expect(record.review == new.review)
    #expect(record.sourceName == new.sourceName)
    #expect(record.writerID == "shortcut-1")
    #expect(record.createdAt == Sample.noon)
    #expect(!record.deleted && !record.organized)
    let audio = try #require(record.audio)
    let recording = try Sample.recording(1)
    #expect(audio.sha256 == recording.sha256 && audio.path == recording.path && audio.present)
    #expect(audio.frames == 67_200 && audio.durationMilliseconds == 4200)
    #expect(audio.waveform == recording.report.waveform)
    let sidecars = try sample.store.read { try $0.sidecars(of: id) }
    #expect(sidecars == [new.sidecar])
  }

  @Test("Moments are kept as they were given, to the last digit and sign")
  func moments() throws {
    let day = try #require(CalendarDay(year: 2026, month: 11, day: 30))
    let moments: [Moment] = [
      .day(day),
      .time(try #require(Timestamp(day: day, secondOfDay: 1, offset: 0, isZulu: true))),
      .time(try #require(Timestamp(day: day, secondOfDay: 86_399, offset: -34_200))),
      .time(
        try #require(
          Timestamp(
            day: day, secondOfDay: 45_296, nanosecond: 120_000_000, fractionDigits: 3,
            offset: 28_800)
        )),
      .time(
        try #require(
          Timestamp(
            day: day, secondOfDay: 0, nanosecond: 1, fractionDigits: 9, offset: 0, isZulu: true))),
    ]
    let sample = try SampleStore()
    for (seed, moment) in moments.enumerated() {
      let id = try sample.change {
        try $0.insert(
          NewQuickRecord(
            uuid: Sample.uuid(seed), fields: RecordFields(capturedAt: moment),
            createdAt: Sample.noon))
      }
      #expect(try sample.store.read { try $0.quickRecord(id) }?.fields.capturedAt == moment)
    }
  }

  @Test("A record without anything but its time is kept as empty, not as zero")
  func empty() throws {
    let sample = try SampleStore()
    let id = try sample.change {
      try $0.insert(
        NewQuickRecord(uuid: Sample.uuid(1), fields: RecordFields(), createdAt: Sample.noon))
    }
    let record = try #require(try sample.store.read { try $0.quickRecord(id) })
    #expect(record.fields == RecordFields())
    #expect(record.fields.amount == nil && record.audio == nil && record.sourceName == nil)
  }

  @Test("Invariant 4: a recording has at most one live record, and the database holds it")
  func oneLiveRecord() throws {
    let sample = try SampleStore()
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    #expect(refusal { try sample.change { try $0.insert(Sample.lunch(1)) } } == .recorded(as: id))
    // Past our own check: a second connection's raw row.
    #expect(throws: StoreError.self) {
      try sample.store.write { writer in
        try writer.operation(.capture, by: .ingest, at: Sample.noon) {
          try writer.insertWithoutLooking(copyOf: id)
        }
      }
    }
    try sample.change(.delete) { try $0.delete(id, at: Sample.noon) }
    let second = try sample.change { try $0.insert(Sample.lunch(1)) }
    let digest = try Sample.digest(1)
    let (live, deleted) = try sample.store.read {
      (try $0.liveQuickRecord(digest: digest), try $0.deletedQuickRecord(digest: digest))
    }
    #expect(live?.id == second && deleted?.id == id)
  }

  @Test("R03: two purchases alike in all but the recording are two records")
  func lookAlikes() throws {
    let sample = try SampleStore()
    var second = try Sample.lunch(2)
    second.fields = try Sample.lunch(1).fields
    let ids = try sample.change { writer in
      (try writer.insert(Sample.lunch(1)), try writer.insert(second))
    }
    #expect(ids.0 != ids.1)
    #expect(try sample.store.read { try $0.quickRecords(RecordQuery(.open)).count } == 2)
  }

  @Test("T01, T02: tags keep their spelling and are the same by their key alone")
  func tags() throws {
    let sample = try SampleStore()
    let names = ["Cafe\u{301}", "ＡＢＣ", "ﬁ", "👨‍👩‍👧", "किराया"]
    var new = try Sample.lunch(1)
    new.fields.tags = names.map(Sample.tag)
    let id = try sample.change { try $0.insert(new) }
    let found = try sample.store.read { try $0.quickRecord(id) }?.fields.tags ?? []
    #expect(found.map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
    #expect(found.map { Array($0.key.utf8) } == new.fields.tags.map { Array($0.key.utf8) })
    var query = RecordQuery(.open)
    query.tags = [Tag(storedName: "CAFÉ", key: "cafe\u{301}")]
    #expect(try sample.store.read { try $0.quickRecords(query) }.map(\.id) == [id])
    #expect(throws: StoreError.self) {
      try sample.change { writer in
        var twice = try Sample.lunch(2)
        twice.fields.tags = [Sample.tag("food"), Sample.tag("Food")]
        _ = try writer.insert(twice)
      }
    }
  }

  @Test("A revision replaces fields and tags, keeps both sidecars, and is refused once organised")
  func revises() throws {
    let sample = try SampleStore()
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    let before = try #require(try sample.store.read { try $0.quickRecord(id) })
    let sidecar = try Sample.sidecar(#"{"amount": 90}"#)
    var revision = Revision(of: before, sidecar: sidecar)
    revision.fields.amount = Sample.twd(9000)
    revision.fields.tags = [Sample.tag("dinner"), Sample.tag("food")]
    revision.writerID = "late"
    try sample.change(.revise) { try $0.revise(id, revision, at: Sample.noon) }
    let (after, digests, named) = try sample.store.read {
      (
        try $0.quickRecord(id), try $0.sidecarDigests(of: id),
        try $0.quickRecord(writerID: "late")
      )
    }
    #expect(after?.fields == revision.fields)
    #expect(after?.fields.tags.map(\.name) == ["dinner", "food"])
    #expect(after?.audio == before.audio)
    #expect(digests == [try Sample.lunch(1).sidecar?.sha256, sidecar.sha256].compactMap { $0 })
    #expect(named?.id == id)
    let fields = revision.fields
    let transaction = try sample.change(.organize) {
      try $0.organize(Sample.transaction(of: id, fields))
    }
    let refused = refusal {
      try sample.change(.revise) { try $0.revise(id, revision, at: Sample.noon) }
    }
    #expect(refused == .alreadyOrganized(id, as: transaction))
  }

  @Test("The latest record of a reused name is found, and whether it had a sidecar")
  func reusedNames() throws {
    let sample = try SampleStore()
    let name = FileName("rec.wav")
    #expect(
      try sample.store.read { try $0.latestQuickRecord(inbox: "/inbox", name: name) } == nil)
    for seed in 1...2 {
      var new = try Sample.lunch(seed)
      new.sourceName = name
      new.createdAt = Instant(seconds: Sample.noon.seconds + Int64(seed))
      if seed == 2 { new.sidecar = nil }
      let copy = new
      try sample.change { try $0.insert(copy) }
    }
    let latest = try sample.store.read { try $0.latestQuickRecord(inbox: "/inbox", name: name) }
    #expect(latest?.record.id == RecordID(.quickRecord, 2) && latest?.hadSidecar == false)
    let elsewhere = try sample.store.read {
      try $0.latestQuickRecord(inbox: "/other", name: name)
    }
    #expect(elsewhere == nil)
  }

  @Test("After the clock went back the latest record is still the one that was made last")
  func latestAfterTheClockWentBack() throws {
    let sample = try SampleStore()
    let name = FileName("rec.wav")
    for seed in 1...2 {
      var new = try Sample.lunch(seed)
      new.sourceName = name
      new.createdAt = Instant(seconds: Sample.noon.seconds - Int64(seed) * 3600)
      let copy = new
      try sample.change { try $0.insert(copy) }
    }
    let latest = try sample.store.read { try $0.latestQuickRecord(inbox: "/inbox", name: name) }
    #expect(latest?.record.id == RecordID(.quickRecord, 2))
  }

  @Test(
    "A failed operation takes back itself alone, and a number that was seen is never used again")
  func savepoints() throws {
    let sample = try SampleStore()
    struct Stop: Error {}
    let ids = try sample.store.write { writer in
      var ids: [RecordID] = []
      for seed in 1...3 {
        do {
          try writer.operation(.capture, by: .ingest, at: Sample.noon) {
            let id = try writer.insert(Sample.lunch(seed))
            if seed == 2 { throw Stop() }
            ids.append(id)
          }
        } catch is Stop {}
      }
      return ids
    }
    #expect(ids.map(\.number) == [1, 2])
    let names = try sample.store.read { try $0.quickRecords(RecordQuery()).map(\.sourceName) }
    #expect(names == [FileName("lunch1.wav"), FileName("lunch3.wav")])
    #expect(throws: Stop.self) {
      try sample.store.write { writer in
        try writer.operation(.capture, by: .ingest, at: Sample.noon) {
          _ = try writer.insert(Sample.lunch(4))
        }
        throw Stop()
      }
    }
    #expect(try sample.store.read { try $0.quickRecords(RecordQuery()).count } == 2)
  }
}
