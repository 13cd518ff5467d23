import Hashing
import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Ingest

@Suite("Finishing removals whose names the store keeps without coordinates")
struct OwnNamesTests {
  let folder = TemporaryFolder()

  private func removal(of name: String) throws -> PendingRemoval {
    let identity = try Descriptor(opening: folder.path, [.directory])
      .status(of: PathBytes(Array(name.utf8))).identity
    return PendingRemoval(
      inbox: folder.path, name: FileName(name),
      privateName: InboxRemoval.makePrivateName(UUID(high: 1, low: 2), for: FileName(name)),
      identity: identity,
      sha256: try #require(Digest(bytes: SHA256.hash(Array("recorded".utf8)))))
  }

  private func recover(_ removal: PendingRemoval) throws -> InboxRecovery.Finished {
    try InboxRecovery(inbox: folder.path) { _ in true }
      .run(in: Descriptor(opening: folder.path, [.directory])) {
        [StoredRemoval(number: 1, removal: removal.kept(by: .drop))]
      }
  }

  @Test("a crash before the rename, and one after it, leave nothing behind and take no other file")
  func finishes() throws {
    for isPrivate in [false, true] {
      writeFile(folder["a+25.0330+121.5654.wav"], "recorded")
      writeFile(folder["a+26.0330+122.5654.wav"], "another")
      let removal = try removal(of: "a+25.0330+121.5654.wav")
      #expect(removal.kept(by: .drop).name == FileName("a+xx.xxxx+xxx.xxxx.wav"))
      if isPrivate {
        try Descriptor(opening: folder.path, [.directory]).rename(
          "a+25.0330+121.5654.wav", to: PathBytes(removal.privateName.bytes),
          in: Descriptor(opening: folder.path, [.directory]))
      }
      let finished = try recover(removal)
      #expect(finished.rows == [1])
      #expect(finished.givenBack.isEmpty && finished.missing.isEmpty)
      #expect(listFolder(folder.path) == ["a+26.0330+122.5654.wav"])
    }
  }

  @Test("what turns out to be another file comes back under its whole name")
  func givesBack() throws {
    writeFile(folder["a+25.0330+121.5654.wav"], "recorded")
    let removal = try removal(of: "a+25.0330+121.5654.wav")
    writeFile(folder["\(removal.privateName)"], "newer and longer")
    removeTree(folder["a+25.0330+121.5654.wav"])
    _ = try recover(removal)
    #expect(listFolder(folder.path) == ["a+25.0330+121.5654.wav"])
  }
}
