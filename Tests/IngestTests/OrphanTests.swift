import Hashing
import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Ingest

@Suite("A file without a row in an item that is held")
struct OrphanTests {
  private let folder = TemporaryFolder()
  private let store: Store
  private let quarantine: QuarantineFolder
  private let item: QuarantineItem
  private let sidecar = #"{"amount": 120}"#

  init() throws {
    let paths = StorePaths(root: folder["store"])
    let store = try Store(at: paths, .createIfMissing)
    let quarantine = QuarantineFolder(of: store)
    var draft = try quarantine.begin(UUID(high: 1, low: 2))
    try draft.add(
      Array("noise".utf8), as: .recording, name: FileName("lunch.wav"),
      sha256: try OrphanTests.digest("noise"))
    let new = try draft.finish(
      .notAudio, message: "Noise.", inbox: folder["inbox"], at: Instant(seconds: 1))
    let id = try store.write { writer in
      try writer.operation(.setAside, by: .ingest, at: Instant(seconds: 1)) {
        try writer.insert(new)
      }
    }
    item = try #require(try store.read { try $0.quarantineItem(id) })
    self.store = store
    self.quarantine = quarantine
    try makeDirectories(folder["inbox"])
  }

  private static func digest(_ text: String) throws -> Digest {
    try #require(Digest(bytes: SHA256.hash(Array(text.utf8))))
  }

  private var names: [String] { listFolder(store.paths.absolute("quarantine/\(item.uuid)")) }

  /// A sidecar joins the item, and its transaction is not committed.
  private func join() throws {
    let content = SidecarContent(
      bytes: Array(sidecar.utf8), sha256: try OrphanTests.digest(sidecar))
    _ = try quarantine.join(content, name: FileName("lunch.wav.json"), to: item)
    #expect(names == ["lunch.wav", "lunch.wav.json", "reason.json"])
  }

  private func find() throws -> Orphans {
    var found = try store.write {
      try Orphans(archive: AudioArchive(of: store), quarantine: quarantine, $0)
    }
    found.read()
    return found
  }

  @Test("is removed where its content waits in the inbox, and the reason names it no more")
  func waiting() throws {
    try join()
    writeFile(folder["inbox/lunch.wav.json"], sidecar)
    var found = try find()
    #expect(!found.isEmpty)
    let waiting = found.findWaiting(in: [folder["inbox"]])
    try store.write { try found.remove(where: waiting, $0) }
    #expect(found.isEmpty)
    #expect(names == ["lunch.wav", "reason.json"])
    let reason = readFile(store.paths.absolute("quarantine/\(item.uuid)/reason.json")) ?? []
    #expect(!String(decoding: reason, as: UTF8.self).contains("lunch.wav.json"))
  }

  @Test("stays where nobody else has its content")
  func lastCopy() throws {
    try join()
    var found = try find()
    let waiting = found.findWaiting(in: [folder["inbox"]])
    let homes = try store.read { try found.findHomes($0) }
    #expect(waiting.isEmpty && homes.isEmpty)
    try store.write { writer in
      try found.remove(at: homes, writer)
      try found.remove(where: waiting, writer)
    }
    #expect(names == ["lunch.wav", "lunch.wav.json", "reason.json"])
  }

  @Test("stays where a row has come to name it meanwhile")
  func named() throws {
    try join()
    writeFile(folder["inbox/lunch.wav.json"], sidecar)
    var found = try find()
    let waiting = found.findWaiting(in: [folder["inbox"]])
    try store.write { writer in
      try writer.operation(.setAside, by: .ingest, at: Instant(seconds: 2)) {
        try writer.join(
          QuarantineItem.File(
            role: .sidecar, name: FileName("lunch.wav.json"),
            path: "quarantine/\(item.uuid)/lunch.wav.json", bytes: 15,
            sha256: try OrphanTests.digest(sidecar)), to: item.id)
      }
      try found.remove(where: waiting, writer)
    }
    #expect(names == ["lunch.wav", "lunch.wav.json", "reason.json"])
  }

  @Test("is not there any more when what was placed before a COMMIT is taken back")
  func withdrawn() throws {
    let file = FileName("lunch.wav.json")
    let content = SidecarContent(
      bytes: Array(sidecar.utf8), sha256: try OrphanTests.digest(sidecar))
    let placement = Placement()
    let taken = TakenSidecar(
      file: .init(
        name: file, identity: FileIdentity(device: 1, inode: 1, size: 15, modified: 1)),
      name: file, content: content, sha256: content.sha256, sidecar: nil)
    for _ in 0..<3 {
      let joined = try placement.join(taken, to: item, in: quarantine)
      #expect(joined.path.hasSuffix("/lunch.wav.json"))
      placement.withdraw()
      #expect(names == ["lunch.wav", "reason.json"])
    }
  }

  @Test("and what was being written there is removed at the start")
  func leftovers() throws {
    let path = store.paths.absolute("quarantine/\(item.uuid)")
    writeFile("\(path)/.sidecar.part", "{\"am")
    writeFile("\(path)/.reason.json.part", "{")
    try quarantine.removeLeftovers()
    #expect(names == ["lunch.wav", "reason.json"])
  }
}
