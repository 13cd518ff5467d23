import Glibc
import Linux
import Records
import TestSupport
import Testing

@testable import Ingest

@Suite("Taking a recorded file out of the inbox")
struct InboxRemovalTests {
  let folder = TemporaryFolder()
  let name = FileName("lunch.wav")
  let privateName = FileName(".moneymom-1")

  private func open() throws -> Descriptor { try Descriptor(opening: folder.path, [.directory]) }

  private func removal() throws -> InboxRemoval {
    InboxRemoval(
      name: name, privateName: privateName,
      identity: try open().status(of: "lunch.wav").identity)
  }

  @Test("the file that was recorded is removed")
  func removes() throws {
    writeFile(folder["lunch.wav"], "one")
    #expect(try removal().perform(in: open()) == .removed)
    #expect(listFolder(folder.path).isEmpty)
  }

  @Test("a file that somebody else removed is gone, and that is no error")
  func gone() throws {
    writeFile(folder["lunch.wav"], "one")
    let removal = try removal()
    unlink(folder["lunch.wav"])
    #expect(try removal.perform(in: open()) == .gone)
  }

  @Test("a newer file that took the name by rename stays, untouched")
  func keepsRenamed() throws {
    writeFile(folder["lunch.wav"], "one")
    let removal = try removal()
    dropFile("lunch.wav", into: folder.path, Array("two".utf8))
    #expect(try removal.perform(in: open()) == .kept(as: name))
    #expect(readFile(folder["lunch.wav"]) == Array("two".utf8))
    #expect(listFolder(folder.path) == ["lunch.wav"])
  }

  @Test("a file written over in place after it was recorded stays")
  func keepsOverwritten() throws {
    writeFile(folder["lunch.wav"], "one")
    let removal = try removal()
    writeFile(folder["lunch.wav"], "longer")
    #expect(try removal.perform(in: open()) == .kept(as: name))
    #expect(readFile(folder["lunch.wav"]) == Array("longer".utf8))
  }

  @Test("a file that a writer has opened again, and not yet written, stays")
  func keepsOpenForWriting() throws {
    writeFile(folder["lunch.wav"], "one")
    let removal = try removal()
    let writer = try Descriptor(opening: folder["lunch.wav"], [.write, .append])
    #expect(try removal.perform(in: open()) == .kept(as: name))
    try writer.write(" more")
    #expect(readFile(folder["lunch.wav"]) == Array("one more".utf8))
  }

  @Test("after a crash between the private name and the unlink the recorded file is removed")
  func finishesAfterCrash() throws {
    writeFile(folder["lunch.wav"], "one")
    let removal = try removal()
    rename(folder["lunch.wav"], folder[".moneymom-1"])
    #expect(try removal.finish(in: open()) == .removed)
    #expect(listFolder(folder.path).isEmpty)
  }

  @Test("a private file that is not what was recorded goes back, beside a newer one of its name")
  func givesBackBesideNewer() throws {
    writeFile(folder["lunch.wav"], "one")
    let removal = try removal()
    rename(folder["lunch.wav"], folder[".moneymom-1"])
    writeFile(folder[".moneymom-1"], "written over")
    writeFile(folder["lunch.wav"], "newest")
    #expect(try removal.finish(in: open()) == .kept(as: FileName("lunch (2).wav")))
    #expect(readFile(folder["lunch (2).wav"]) == Array("written over".utf8))
    #expect(readFile(folder["lunch.wav"]) == Array("newest".utf8))
  }

  @Test("W28: a link that took the private name is not followed")
  func doesNotFollowLinks() throws {
    writeFile(folder["lunch.wav"], "one")
    let removal = try removal()
    unlink(folder["lunch.wav"])
    writeFile(folder["outside"], "kept")
    symlink(folder["outside"], folder[".moneymom-1"])
    #expect(try removal.finish(in: open()) == .kept(as: name))
    #expect(readFile(folder["outside"]) == Array("kept".utf8))
  }
}
