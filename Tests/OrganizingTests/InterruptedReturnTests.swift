import Hashing
import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Organizing

@Suite("What a program that died while it gave files back has left")
struct InterruptedReturnTests {
  private let book: OpenStore
  private let item: QuarantineItem
  private let sound = Array("sound".utf8)
  private var inbox: String { item.inbox }
  private var start: String { "\(item.inbox)/.return-\(item.uuid)" }

  init() throws {
    let book = try OpenStore()
    let inbox = book.folder["inbox"]
    try makeDirectories(inbox)
    var draft = try QuarantineFolder(of: book.store).begin(UUID(high: 7, low: 7))
    for (name, role, text) in [
      ("a.wav", QuarantineItem.Role.recording, "sound"), ("a.wav.json", .sidecar, "{}"),
    ] {
      let bytes = Array(text.utf8)
      try draft.add(
        bytes, as: role, name: FileName(name),
        sha256: try #require(Digest(bytes: SHA256.hash(bytes))))
    }
    let new = try draft.finish(
      .notAudio, message: "No sound.", record: nil, inbox: inbox, at: OpenStore.noon)
    let id = try book.store.write { writer in
      try writer.operation(.setAside, by: .ingest, at: OpenStore.noon) { try writer.insert(new) }
    }
    self.book = book
    item = try #require(try book.store.read { try $0.quarantineItem(id) })
  }

  private func state() throws -> QuarantineItem.State? {
    try book.store.read { try $0.quarantineItem(item.id) }?.state
  }

  private func finish() throws -> [RecordID] {
    try InterruptedReturns(book.store, by: .ingest, now: OpenStore.noon).finish(
      in: Descriptor(opening: inbox, [.directory]))
  }

  @Test("copies that had no name yet go, also half of one, and the item is held still")
  func copies() throws {
    writeFile("\(start).part", "")
    writeFile("\(start)-0.part", "{}")
    writeFile("\(start)-1.part", "sou")
    #expect(try finish() == [])
    #expect(listFolder(inbox) == [])
    #expect(try state() == .held)
  }

  @Test("the next retry clears them away, and gives the item back once")
  func nextRetry() throws {
    writeFile("\(start).part", "")
    writeFile("\(start)-0.part", "{")
    try QuarantineRelease(store: book.store, now: OpenStore.noon).release(item)
    #expect(listFolder(inbox) == ["a.wav", "a.wav.json"])
    #expect(try state() == .retried)
  }

  @Test("where the first file had its name, the second gets its own, and the item is held no more")
  func halfWay() throws {
    writeFile("\(start).part", "begun\n")
    writeFile("\(inbox)/a.wav.json", "{}")
    writeFile("\(start)-1.part", "sound")
    #expect(try finish() == [item.id])
    #expect(listFolder(inbox) == ["a.wav", "a.wav.json"])
    #expect(readFile("\(inbox)/a.wav") == sound)
    #expect(try state() == .retried)
    #expect(listFolder(book.store.paths.quarantine).isEmpty)
  }

  @Test("a retry that finds all of it given back does not do it again")
  func givenBack() throws {
    writeFile("\(start).part", "begun\n")
    writeFile("\(inbox)/a.wav.json", "{}")
    writeFile("\(inbox)/a.wav", "sound")
    try QuarantineRelease(store: book.store, now: OpenStore.noon).release(item)
    #expect(listFolder(inbox) == ["a.wav", "a.wav.json"])
    #expect(try state() == .retried)
  }

  @Test("where a file is neither in the inbox nor elsewhere in the store, the item stays held")
  func notProven() throws {
    writeFile("\(start).part", "begun\n")
    writeFile("\(inbox)/a.wav", "noise")
    #expect(try finish() == [])
    #expect(listFolder(inbox) == ["a.wav"])
    #expect(try state() == .held)
    #expect(listFolder(book.store.paths.quarantine).count == 1)
  }

  @Test("what the store does not hold stays, whatever its name is")
  func strangers() throws {
    let other = UUID(high: 9, low: 9)
    writeFile("\(inbox)/.return-\(other).part", "something else")
    writeFile("\(start)-1.part", "sounds")
    // Of an earlier version, where each file had a name of its own.
    writeFile("\(inbox)/.return-\(UUID(high: 9, low: 8)).part", "sound")
    #expect(try finish() == [])
    #expect(listFolder(inbox) == [".return-\(item.uuid)-1.part", ".return-\(other).part"].sorted())
  }

  @Test("what a program is at is left to it")
  func alive() throws {
    let folder = try Descriptor(opening: inbox, [.directory])
    let ticket = try ReturnTicket(for: item, in: folder)
    writeFile("\(start)-1.part", "sound")
    #expect(try finish() == [])
    #expect(listFolder(inbox).count == 2)
    ticket.remove()
  }
}
