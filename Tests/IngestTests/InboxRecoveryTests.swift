import Hashing
import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Ingest

@Suite("What a crash left in an inbox between a COMMIT and a removal")
struct InboxRecoveryTests {
  let folder = TemporaryFolder()
  private let privateName = InboxRemoval.makePrivateName(
    UUID(high: 1, low: 2), for: FileName("lunch.wav"))

  private func recover(_ removals: [PendingRemoval]) throws -> InboxRecovery.Finished {
    try InboxRecovery(inbox: folder.path) { _ in true }
      .run(in: Descriptor(opening: folder.path, [.directory])) {
        removals.map { StoredRemoval(number: 1, removal: $0) }
      }
  }

  @Test(
    "another content in the same file stays, though its size is the same and its time was put back",
    arguments: [true, false])
  func writtenOver(_ isPrivate: Bool) throws {
    let path = folder[isPrivate ? "\(privateName)" : "lunch.wav"]
    writeFile(path, "one")
    let identity = try fileStatus(at: path).identity
    writeFile(path, "two")
    try Descriptor(opening: path, [.write]).setModified(identity.modified)
    #expect(try fileStatus(at: path).identity == identity)
    let finished = try recover([
      PendingRemoval(
        inbox: folder.path, name: FileName("lunch.wav"), privateName: privateName,
        identity: identity,
        sha256: try #require(Digest(bytes: SHA256.hash(Array("one".utf8)))))
    ])
    #expect(finished.rows == [1])
    #expect(listFolder(folder.path) == ["lunch.wav"])
    #expect(readFile(folder["lunch.wav"]) == Array("two".utf8))
  }

  @Test("what lost its name and gets none back is told of, and stays")
  func noNameFree() throws {
    for taken in FreeName.candidates(for: FileName("lunch.wav")) {
      writeFile(folder["\(taken)"], "newer")
    }
    writeFile(folder["\(privateName)"], "one")
    let finished = try recover([])
    #expect(finished.stuck.map(\.name) == [privateName])
    #expect(finished.stuck.map(\.error.code) == [.exists])
    #expect(readFile(folder["\(privateName)"]) == Array("one".utf8))
  }

  @Test("what cannot be seen is not gone: its row stays, and the others are seen to")
  func unseen() throws {
    writeFile(folder["lunch.wav"], "one")
    let identity = try fileStatus(at: folder["lunch.wav"]).identity
    let digest = try #require(Digest(bytes: SHA256.hash(Array("one".utf8))))
    // No file system takes so long a name, so that to look it up fails otherwise than by its absence.
    let names = [String(repeating: "x", count: 300), "lunch.wav"].map { FileName($0) }
    let removals = names.map {
      PendingRemoval(
        inbox: folder.path, name: $0, privateName: privateName, identity: identity, sha256: digest)
    }
    let finished = try InboxRecovery(inbox: folder.path) { _ in true }
      .run(in: Descriptor(opening: folder.path, [.directory])) {
        zip(Int64(1)..., removals).map { StoredRemoval(number: $0, removal: $1) }
      }
    #expect(finished.refused.map(\.removal.number) == [1])
    #expect(finished.rows == [2])
    #expect(listFolder(folder.path) == [])
  }
}
