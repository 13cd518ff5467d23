import Hashing
import InboxWatch
import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Ingest

@Suite("Recorded files that their inbox does not let go")
struct StuckRemovalTests {
  private let folder = TemporaryFolder()
  private let filer: Filer
  private let sweeper: Sweeper
  private let stuck = StuckRemovals()
  private var inbox: String { folder["inbox"] }

  init() throws {
    try makeDirectories(folder["inbox"])
    let paths = StorePaths(root: folder["store"])
    let store = try Store(at: paths, .createIfMissing)
    let presence = try StorePresence(of: store, lock: StoreLock(of: paths))
    sweeper = Sweeper(presence)
    filer = Filer(
      store: store, presence: presence, zone: TimeZoneRules { _ in 0 }, discarding: [], keeping: [],
      now: { Instant(seconds: 1_796_040_000) })
  }

  /// Notes that a file is recorded and stays in the inbox.
  private func stick(_ identity: FileIdentity) throws {
    let removal = PendingRemoval(
      inbox: inbox, name: FileName("lunch.wav"),
      privateName: InboxRemoval.makePrivateName(
        UUID(high: 1, low: 2), for: FileName("lunch.wav")),
      identity: identity,
      sha256: try #require(Digest(bytes: SHA256.hash(Array("recorded".utf8)))))
    let number = try Store(at: StorePaths(root: folder["store"]), .readWrite).write {
      try $0.addPendingRemoval(removal)
    }
    stuck.add(StoredRemoval(number: number, removal: removal), why: "it is busy")
  }

  private var rows: Int {
    get async throws { try await filer.pendingRemovals().count }
  }

  @Test(
    "one whose disk is not mounted just now is not forgotten, whatever lies at the inbox's path")
  func otherFolder() async throws {
    let device = try fileStatus(at: inbox).device
    try stick(FileIdentity(device: device + 1, inode: 7, size: 8, modified: 9))
    #expect(await stuck.retryAll(sweeper, filer).isEmpty)
    #expect(try await rows == 1 && !stuck.isEmpty)
    // Another file of that name is no answer either.
    writeFile("\(inbox)/lunch.wav", "another")
    #expect(await stuck.retryAll(sweeper, filer).isEmpty)
    #expect(try await rows == 1 && !stuck.isEmpty)
    #expect(listFolder(inbox) == ["lunch.wav"])
  }

  @Test("one whose file is gone from its own disk has done its work")
  func gone() async throws {
    let device = try fileStatus(at: inbox).device
    try stick(FileIdentity(device: device, inode: 7, size: 8, modified: 9))
    #expect(await stuck.retryAll(sweeper, filer).isEmpty)
    #expect(try await rows == 0 && stuck.isEmpty)
  }

  @Test("one that can be removed is removed")
  func removed() async throws {
    writeFile("\(inbox)/lunch.wav", "recorded")
    try stick(try fileStatus(at: "\(inbox)/lunch.wav").identity)
    #expect(await stuck.retryAll(sweeper, filer).isEmpty)
    #expect(try await rows == 0 && stuck.isEmpty)
    #expect(listFolder(inbox).isEmpty)
  }

  @Test(
    "another content in its place, of the same size and with its time put back, stays and is judged as another"
  )
  func writtenOver() async throws {
    let path = "\(inbox)/lunch.wav"
    writeFile(path, "recorded")
    let identity = try fileStatus(at: path).identity
    try stick(identity)
    writeFile(path, "replaced")
    try Descriptor(opening: path, [.write]).setModified(identity.modified)
    #expect(try fileStatus(at: path).identity == identity)
    #expect(await stuck.retryAll(sweeper, filer).isEmpty)
    await filer.flush()
    #expect(try await rows == 0 && stuck.isEmpty)
    #expect(readFile(path) == Array("replaced".utf8))
  }

  @Test("why it stays is told once, and again when that is another reason")
  func told() async throws {
    let device = try fileStatus(at: inbox).device
    try stick(FileIdentity(device: device, inode: 7, size: 8, modified: 9))
    try removeFolder(inbox)
    let first = await stuck.retryAll(sweeper, filer)
    #expect(first.map(\.name) == [FileName("lunch.wav")])
    #expect(first.first?.why.contains("No such file") == true)
    #expect(await stuck.retryAll(sweeper, filer).isEmpty)
    #expect(try await rows == 1)
    writeFile(inbox, "no folder")
    #expect(await stuck.retryAll(sweeper, filer).first?.why.contains("Not a directory") == true)
    #expect(try await rows == 1)
  }
}
