import Glibc
import Linux
import Records
import Storage
import TestSupport
import Testing

@Suite("A recording that is archived without a copy")
struct SharedFileTests {
  let sample: SampleStore
  let inbox: String

  init() throws {
    sample = try SampleStore()
    inbox = sample.folder["inbox"]
    try makeDirectories(inbox)
    writeFile("\(inbox)/lunch.wav", "sound")
    chmod("\(inbox)/lunch.wav", 0o644)
  }

  private func share(_ name: String = "lunch.wav") throws -> ArchiveDraft? {
    let archive = AudioArchive(of: sample.store)
    let folder = try Descriptor(opening: inbox, [.directory])
    let file = try Descriptor(opening: PathBytes(name), in: folder)
    guard let place = try archive.placeToShare(file, from: folder, at: Sample.noon) else {
      return nil
    }
    try file.takeReadLease()
    return archive.share(file, at: place, as: Sample.uuid(1))
  }

  private func inode(_ path: String) throws -> UInt64 { try fileStatus(at: path).inode }

  @Test("the inbox's own file gets a name in the archive, with the store's mode")
  func places() throws {
    guard var draft = try share() else { preconditionFailure("it is not shared") }
    let isShared = draft.isShared
    #expect(isShared)
    let path = sample.paths.absolute(try draft.place(extension: "wav"))
    #expect(try inode(path) == inode("\(inbox)/lunch.wav"))
    #expect(try fileStatus(at: path).mode == 0o600)
  }

  @Test("taken back out it is what it was")
  func withdraws() throws {
    guard var draft = try share() else { preconditionFailure("it is not shared") }
    let path = sample.paths.absolute(try draft.place(extension: "wav"))
    try draft.withdraw()
    #expect(readFile(path) == nil)
    #expect(readFile("\(inbox)/lunch.wav") == Array("sound".utf8))
    #expect(try fileStatus(at: "\(inbox)/lunch.wav").mode == 0o644)
  }

  @Test("let go of before it is placed, it leaves nothing in the store")
  func letsGo() throws {
    do { _ = try share() }
    #expect(listFolder(sample.paths.audio + "/2026/11") == [])
    #expect(readFile("\(inbox)/lunch.wav") == Array("sound".utf8))
  }

  @Test("separated, the archive has a file of its own, and the inbox's can be written to")
  func separates() throws {
    guard var draft = try share() else { preconditionFailure("it is not shared") }
    let path = sample.paths.absolute(try draft.place(extension: "wav"))
    try draft.separate()
    let isShared = draft.isShared
    #expect(!isShared)
    _ = consume draft
    writeFile("\(inbox)/lunch.wav", "written over")
    #expect(readFile(path) == Array("sound".utf8))
    #expect(listFolder(sample.paths.audio + "/2026/11") == ["\(Sample.uuid(1)).wav"])
  }

  @Test("set aside, it is copied")
  func quarantines() throws {
    guard var recording = try share() else { preconditionFailure("it is not shared") }
    var item = try QuarantineFolder(of: sample.store).begin(Sample.uuid(2))
    try item.add(&recording, name: FileName("lunch.wav"), sha256: try Sample.digest(1))
    let file = item.files[0]
    _ = try item.finish(.notAudio, message: "It is not.", inbox: inbox, at: Sample.noon)
    let path = sample.paths.absolute(file.path)
    #expect(readFile(path) == Array("sound".utf8))
    #expect(try inode(path) != inode("\(inbox)/lunch.wav"))
  }

  @Test("a file with a second name, through which anybody could write to it, is copied")
  func refusesLinked() throws {
    #expect(link("\(inbox)/lunch.wav", sample.folder["elsewhere.wav"]) == 0)
    let isShared = try share() != nil
    #expect(!isShared)
  }

  @Test("in a store that a group shares, copies are made, which are the group's")
  func refusesForGroup() throws {
    let folder = TemporaryFolder()
    let paths = StorePaths(root: folder["store"])
    mkdir(paths.root, 0o770)
    chmod(paths.root, 0o2770)
    let archive = AudioArchive(of: try Store(at: paths, .createIfMissing))
    let source = try Descriptor(opening: inbox, [.directory])
    let file = try Descriptor(opening: "lunch.wav", in: source)
    let place = try archive.placeToShare(file, from: source, at: Sample.noon)
    #expect(place == nil)
  }

  @Test("a file of another mount is copied")
  func refusesOtherMount() throws {
    let source = try Descriptor(opening: "/dev/shm", [.directory])
    let file = try makeMemoryFile(named: "lunch")
    let place = try AudioArchive(of: sample.store).placeToShare(
      file, from: source, at: Sample.noon)
    #expect(place == nil)
  }
}
