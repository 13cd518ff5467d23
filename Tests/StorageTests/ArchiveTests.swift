import Linux
import Records
import Storage
import TestSupport
import Testing

@Suite("The audio archive")
struct ArchiveTests {
  @Test("A recording gets its final name in the folder of its month, and none before")
  func places() throws {
    let sample = try SampleStore()
    let archive = AudioArchive(of: sample.store)
    var draft = try archive.begin(Sample.uuid(1), at: Sample.noon)
    try draft.descriptor.write("sound")
    #expect(try archive.files() == [])
    let path = try draft.place(extension: "wav")
    #expect(path == "audio/2026/11/\(Sample.uuid(1)).wav")
    try draft.synchronizeData()
    try draft.synchronizeFolder()
    #expect(try archive.files() == [path])
    #expect(readFile(sample.paths.absolute(path)) == Array("sound".utf8))
    // What is read is what was written, by the same descriptor.
    #expect(try draft.descriptor.readAll(limit: 100) == Array("sound".utf8))
  }

  @Test("A draft that is let go of leaves nothing; a placed one stays until it is withdrawn")
  func letsGo() throws {
    let sample = try SampleStore()
    let archive = AudioArchive(of: sample.store)
    do { _ = try archive.begin(Sample.uuid(1), at: Sample.noon) }
    #expect(listFolder(sample.paths.audio + "/2026/11") == [])
    do {
      var draft = try archive.begin(Sample.uuid(2), at: Sample.noon)
      _ = try draft.place(extension: "flac")
    }
    #expect(try archive.files().count == 1)
    var draft = try archive.begin(Sample.uuid(3), at: Sample.noon)
    _ = try draft.place(extension: "flac")
    try draft.withdraw()
    #expect(try archive.files().count == 1)
  }

  @Test("A name that is taken is never replaced")
  func replacesNothing() throws {
    let sample = try SampleStore()
    let archive = AudioArchive(of: sample.store)
    var first = try archive.begin(Sample.uuid(1), at: Sample.noon)
    try first.descriptor.write("first")
    let path = try first.place(extension: "wav")
    var second = try archive.begin(Sample.uuid(1), at: Sample.noon)
    try second.descriptor.write("second")
    var failed = false
    do { _ = try second.place(extension: "wav") } catch { failed = true }
    #expect(failed)
    #expect(readFile(sample.paths.absolute(path)) == Array("first".utf8))
  }

  @Test("Leftovers of a program that died are removed; a draft that is being made is not")
  func leftovers() throws {
    let sample = try SampleStore()
    let archive = AudioArchive(of: sample.store)
    var living = try archive.begin(Sample.uuid(1), at: Sample.noon)
    let folder = sample.paths.audio + "/2026/11"
    writeFile("\(folder)/.\(Sample.uuid(2)).part", "half")
    writeFile("\(folder)/\(Sample.uuid(3)).wav", "placed, without a row")
    try archive.removeLeftovers()
    #expect(
      listFolder(folder) == [".\(Sample.uuid(1)).part", "\(Sample.uuid(3)).wav"].sorted())
    _ = try living.place(extension: "wav")
    let orphans = Set(try archive.files()).subtracting(
      try sample.store.read { try $0.archivePaths() })
    #expect(orphans.count == 2)
  }

  @Test("Only what nobody makes and is a file is a leftover")
  func noLeftovers() throws {
    let sample = try SampleStore()
    let archive = AudioArchive(of: sample.store)
    let living = try archive.begin(Sample.uuid(1), at: Sample.noon)
    let folder = sample.paths.audio + "/2026/11"
    try makeDirectories("\(folder)/.folder.part")
    makeLink("\(folder)/.link.part", to: "nowhere")
    try archive.removeLeftovers()
    #expect(
      listFolder(folder) == [".\(Sample.uuid(1)).part", ".folder.part", ".link.part"].sorted())
    #expect(try living.descriptor.status().links == 1)
  }

  @Test(
    "What cannot be mended ever is told apart from what waits, and the recording can go elsewhere")
  func obstacles() throws {
    let sample = try SampleStore()
    let archive = AudioArchive(of: sample.store)
    var draft = try archive.begin(Sample.uuid(1), at: Sample.noon)
    try draft.descriptor.write("sound")
    try makeDirectories(sample.paths.absolute("audio/2026/10/a.wav"))
    writeFile(sample.paths.absolute("audio/2026/09"), "no folder")
    let long = String(repeating: "a", count: 300)
    for path in ["audio/2026/10/a.wav", "audio/2026/09/a.wav", "audio/2026/10/\(long)", "a.wav"] {
      let obstacle = try archive.mendUnlessObstructed(path, with: &draft)
      #expect(obstacle != nil, "\(path)")
    }
    let isMended = try archive.mendUnlessObstructed("audio/2026/10/b.wav", with: &draft) == nil
    #expect(isMended)
    #expect(readFile(sample.paths.absolute("audio/2026/10/b.wav")) == Array("sound".utf8))
  }

  @Test("A link in the place of a folder is not followed")
  func links() throws {
    let sample = try SampleStore()
    let outside = sample.folder["outside"]
    try makeDirectories(outside)
    makeLink(sample.paths.audio, to: outside)
    let archive = AudioArchive(of: sample.store)
    var failed = false
    do { _ = try archive.begin(Sample.uuid(1), at: Sample.noon) } catch { failed = true }
    #expect(failed)
    #expect(listFolder(outside) == [])
  }
}
