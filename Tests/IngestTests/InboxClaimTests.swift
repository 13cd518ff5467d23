import Glibc
import Linux
import Records
import TestSupport
import Testing

@testable import Ingest

@Suite("Taking the name from a file that is to be archived as it is")
struct InboxClaimTests {
  let folder = TemporaryFolder()
  let name = FileName("lunch.wav")
  let privateName = FileName(".moneymom-1")

  init() {
    signal(LeaseBreaks.signal, SIG_IGN)
    signal(LeaseBreaks.overflowSignal, SIG_IGN)
    writeFile(folder["lunch.wav"], "one")
  }

  private func open() throws -> Descriptor { try Descriptor(opening: folder.path, [.directory]) }

  private func removal() throws -> InboxRemoval {
    InboxRemoval(
      name: name, privateName: privateName,
      identity: try open().status(of: "lunch.wav").identity)
  }

  private func leased() throws -> Descriptor {
    let file = try Descriptor(opening: folder["lunch.wav"])
    try file.takeReadLease()
    return file
  }

  @Test("it has its private name then, and a writer who comes by that waits until it is let go")
  func claims() throws {
    let removal = try removal()
    let file = try leased()
    let isClaimed = try removal.claim(file, in: open())
    #expect(isClaimed)
    #expect(listFolder(folder.path) == [".moneymom-1"])
    var isHeld = file.hasIntactLease
    #expect(isHeld)
    #expect(throws: SystemError.self) {
      _ = try Descriptor(opening: folder[".moneymom-1"], [.write, .nonBlocking])
    }
    isHeld = file.hasIntactLease
    #expect(!isHeld)
    try file.close()
    _ = try Descriptor(opening: folder[".moneymom-1"], [.write, .nonBlocking])
  }

  @Test("a file that a writer has asked for meanwhile keeps its name")
  func leavesToWriter() throws {
    let removal = try removal()
    let file = try leased()
    _ = try? Descriptor(opening: folder["lunch.wav"], [.write, .nonBlocking])
    let isClaimed = try removal.claim(file, in: open())
    #expect(!isClaimed)
    #expect(listFolder(folder.path) == ["lunch.wav"])
  }

  @Test("a file that got a second name meanwhile keeps its own")
  func leavesLinked() throws {
    let removal = try removal()
    let file = try leased()
    #expect(link(folder["lunch.wav"], folder["other.wav"]) == 0)
    let isClaimed = try removal.claim(file, in: open())
    #expect(!isClaimed)
    #expect(listFolder(folder.path) == ["lunch.wav", "other.wav"])
  }

  @Test("a newer file of the name stays")
  func leavesNewer() throws {
    let removal = try removal()
    let file = try leased()
    dropFile("lunch.wav", into: folder.path, Array("two".utf8))
    let isClaimed = try removal.claim(file, in: open())
    #expect(!isClaimed)
    #expect(listFolder(folder.path) == ["lunch.wav"])
    #expect(readFile(folder["lunch.wav"]) == Array("two".utf8))
  }

  @Test("once recorded it is removed by its private name, whatever has the old name by then")
  func removesClaimed() throws {
    let removal = try removal()
    let file = try leased()
    let isClaimed = try removal.claim(file, in: open())
    #expect(isClaimed)
    dropFile("lunch.wav", into: folder.path, Array("two".utf8))
    try file.close()
    #expect(try removal.perform(in: open()) == .removed)
    #expect(listFolder(folder.path) == ["lunch.wav"])
  }
}
