import Linux
import Records
import Storage
import TestSupport
import Testing

@testable import Ingest

@Suite("Removals that were pending when an inbox became one that must not be emptied")
struct KeepingRecoveryTests {
  let folder = TemporaryFolder()

  private func removal(_ name: String, _ identity: FileIdentity) throws -> PendingRemoval {
    PendingRemoval(
      inbox: folder.path, name: FileName(name),
      privateName: InboxRemoval.makePrivateName(UUID(high: 1, low: 2), for: FileName(name)),
      identity: identity, sha256: try #require(Digest(bytes: [UInt8](repeating: 7, count: 32))))
  }

  private func recover(_ removal: PendingRemoval) throws -> InboxRecovery.Finished {
    try InboxRecovery(inbox: folder.path, keepsFiles: true) { _ in true }
      .run(in: Descriptor(opening: folder.path, [.directory])) {
        [StoredRemoval(number: 1, removal: removal)]
      }
  }

  @Test("one of a disk that is not mounted stays pending, and one of a file that is gone does not")
  func notMounted() throws {
    let device = try fileStatus(at: folder.path).device
    for (theirs, rows) in [(device, [Int64(1)]), (device + 1, [])] {
      let finished = try recover(
        try removal("a.wav", FileIdentity(device: theirs, inode: 7, size: 8, modified: 9)))
      #expect(finished.rows == rows)
      #expect(finished.kept.isEmpty && finished.refused.isEmpty)
    }
  }

  @Test("one of a file that gets no name back stays pending, and is told of")
  func noNameFree() throws {
    // A thousand names beside it are taken.
    let name = FileName("a.wav")
    for taken in FreeName.candidates(for: name) { writeFile(folder["\(taken)"], "newer") }
    var removal = try removal("a.wav", try fileStatus(at: folder["a.wav"]).identity)
    writeFile(folder["\(removal.privateName)"], "recorded")
    removal.identity = try fileStatus(at: folder["\(removal.privateName)"]).identity
    let finished = try recover(removal)
    #expect(finished.rows.isEmpty && finished.kept.isEmpty)
    #expect(finished.refused.map(\.error.code) == [.exists])
    #expect(
      readFile(folder["\(removal.privateName)"]).map { String(decoding: $0, as: UTF8.self) }
        == "recorded")
  }
}
