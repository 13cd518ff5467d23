import Glibc
import Hashing
import Linux
import Records
import TestSupport
import Testing

@testable import Organizing
@testable import Storage

@Suite("Giving back what was set aside")
struct QuarantineReleaseTests {
  private struct Item {
    let book: OpenStore
    let item: QuarantineItem
    var inbox: String { item.inbox }
    var release: QuarantineRelease {
      QuarantineRelease(store: book.store, now: OpenStore.noon)
    }
  }

  private func setAside(_ files: [(String, QuarantineItem.Role, String)]) throws -> Item {
    let book = try OpenStore()
    let inbox = book.folder["inbox"]
    try makeDirectories(inbox)
    var draft = try QuarantineFolder(of: book.store).begin(UUID(high: 7, low: 7))
    for (name, role, content) in files {
      let bytes = Array(content.utf8)
      let digest = try #require(Digest(bytes: SHA256.hash(bytes)))
      try draft.add(bytes, as: role, name: FileName(name), sha256: digest)
    }
    let new = try draft.finish(
      .notAudio, message: "No sound.", record: nil, inbox: inbox, at: OpenStore.noon)
    let id = try book.store.write { writer in
      try writer.operation(.setAside, by: .ingest, at: OpenStore.noon) { try writer.insert(new) }
    }
    let item = try #require(try book.store.read { try $0.quarantineItem(id) })
    return Item(book: book, item: item)
  }

  private func state(_ item: Item) throws -> QuarantineItem.State? {
    try item.book.store.read { try $0.quarantineItem(item.item.id) }?.state
  }

  @Test("the files are in the inbox under their old names, and no longer in the quarantine")
  func release() throws {
    let item = try setAside([("a.wav", .recording, "sound"), ("a.wav.json", .sidecar, "{}")])
    #expect(
      try item.release.release(item.item) == [FileName("a.wav.json"), FileName("a.wav")])
    #expect(listFolder(item.inbox) == ["a.wav", "a.wav.json"])
    #expect(readFile("\(item.inbox)/a.wav") == Array("sound".utf8))
    #expect(try state(item) == .retried)
    #expect(listFolder(item.book.store.paths.quarantine).isEmpty)
  }

  @Test("where one name is taken, both get a mark and stay a pair")
  func takenName() throws {
    let item = try setAside([("a.wav", .recording, "sound"), ("a.json", .sidecar, "{}")])
    writeFile("\(item.inbox)/a.wav", "newer")
    try item.release.release(item.item)
    #expect(listFolder(item.inbox) == ["a (2).json", "a (2).wav", "a.wav"])
    #expect(readFile("\(item.inbox)/a.wav") == Array("newer".utf8))
    #expect(FileName("a (2).json").isSidecar(of: FileName("a (2).wav")))
  }

  @Test("the mark leaves what a name says of time and place, and a long name fits with it")
  func marks() {
    let long = String(repeating: "x", count: 246)
    let wide = String(repeating: "午", count: 82)
    let pairs: [(names: [String], marked: [String])] = [
      (
        ["2026-11-30 12.34.56.wav.json", "2026-11-30 12.34.56.wav"],
        ["2026-11-30 12.34.56 (2).wav.json", "2026-11-30 12.34.56 (2).wav"]
      ),
      (
        ["2026-11-30 12.34.56.json", "2026-11-30 12.34.56.wav"],
        ["2026-11-30 12.34.56 (2).json", "2026-11-30 12.34.56 (2).wav"]
      ),
      (["memo+25.0330+121.5654.wav"], ["memo+25.0330+121.5654 (2).wav"]),
      (["lunch.wav.json"], ["lunch (2).wav.json"]),
      (["lunch.JSON"], ["lunch (2).JSON"]),
      (["lunch"], ["lunch (2)"]),
      (
        [long + ".wav.json", long + ".wav"],
        [
          String(repeating: "x", count: 242) + " (2).wav.json",
          String(repeating: "x", count: 242) + " (2).wav",
        ]
      ),
      (
        [wide + ".wav.json", wide + ".wav"],
        [
          String(repeating: "午", count: 80) + " (2).wav.json",
          String(repeating: "午", count: 80) + " (2).wav",
        ]
      ),
    ]
    for pair in pairs {
      #expect(
        ReturnedNames(pair.names.map { FileName($0) }).marked(2).map(\.description) == pair.marked)
    }
  }

  @Test("what was changed in the quarantine is not given back, and is said to be damaged")
  func damaged() throws {
    let item = try setAside([("a.wav", .recording, "sound"), ("a.wav.json", .sidecar, "{}")])
    let recording = try #require(item.item.files.first { $0.role == .recording })
    writeFile(item.book.store.paths.absolute(recording.path), "sOund")
    #expect(throws: ReleaseError.damaged(item.item.id, FileName("a.wav"))) {
      try item.release.release(item.item)
    }
    #expect(listFolder(item.inbox) == [])
    #expect(try state(item) == .held)
    #expect(listFolder(item.book.store.paths.quarantine).count == 1)
  }

  @Test("a folder that a group shares gets files that the group may read and write")
  func shared() throws {
    let item = try setAside([("a.wav", .recording, "sound")])
    chmod(item.inbox, 0o2770)
    try item.release.release(item.item)
    #expect(try fileStatus(at: "\(item.inbox)/a.wav").mode == 0o660)
  }

  @Test("an item is given back once, and nothing is left over from the second try")
  func twice() throws {
    let item = try setAside([("a.wav", .recording, "sound")])
    try item.release.release(item.item)
    removeTree("\(item.inbox)/a.wav")
    #expect(throws: ReleaseError.self) { try item.release.release(item.item) }
    #expect(listFolder(item.inbox).isEmpty)
  }

  @Test("two that give back one item at once give it back once")
  func secondIsRefused() throws {
    let item = try setAside([("a.wav", .recording, "sound")])
    try item.book.organizer.drop([item.item.id])
    // The item as it was read before another program dropped it.
    #expect(throws: ReleaseError.store(.refused(.notHeld(item.item.id)))) {
      try item.release.release(item.item)
    }
    #expect(listFolder(item.inbox).isEmpty)
    #expect(listFolder(item.book.store.paths.quarantine).count == 1)
  }

  @Test("without its inbox an item stays held with its files")
  func missingInbox() throws {
    let item = try setAside([("a.wav", .recording, "sound")])
    removeTree(item.inbox)
    #expect(throws: ReleaseError.self) { try item.release.release(item.item) }
    #expect(try state(item) == .held)
    #expect(listFolder(item.book.store.paths.quarantine).count == 1)
  }

  @Test("a file keeps the time by which its recording is dated")
  func time() throws {
    let item = try setAside([("a.wav", .recording, "sound")])
    let path = item.book.store.paths.absolute(try #require(item.item.files.first).path)
    try Descriptor(opening: path, [.write]).setModified(1_700_000_000_000_000_005)
    try item.release.release(item.item)
    #expect(try fileStatus(at: "\(item.inbox)/a.wav").modified == 1_700_000_000_000_000_005)
  }
}
