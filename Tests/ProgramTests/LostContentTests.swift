import Glibc
import Hashing
import JSON
import Linux
import Records
import Storage
import TestSupport
import Testing

@Suite("What the store says it has, and has not", .fewAtATime)
struct LostContentTests {
  @Test("W27: the last copy of a recording is never removed from the inbox for a row's sake")
  func lastCopy() throws {
    let home = Household()
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    #expect(home.ingestOnce().status == 0)
    let record = try #require(try home.records("list").first)
    let path = try #require(record["audio"]?.object?["path"]?.string)
    // As after a COMMIT that came to life though its files had been taken back.
    let content = try #require(readFile("\(home.store)/\(path)"))
    unlink("\(home.store)/\(path)")
    dropFile("lunch.wav", into: home.inbox, content)
    let inbox = try canonicalPath(home.inbox)
    let identity = try Descriptor(opening: inbox, [.directory]).status(of: "lunch.wav").identity
    let digest = try #require(Digest(bytes: SHA256.hash(content)))
    try Store(at: StorePaths(root: home.store), .readWrite).write { writer in
      _ = try writer.addPendingRemoval(
        PendingRemoval(
          inbox: inbox, name: FileName("lunch.wav"),
          privateName: FileName(".moneymom-1-lunch.wav"), identity: identity, sha256: digest))
    }
    let outcome = home.ingestOnce()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("is gone or cannot be read"))
    // It takes the place of the one that is lost.
    #expect(readFile("\(home.store)/\(path)") == content)
    #expect(try home.records("quarantine", "list").isEmpty)
    let left = try Store(at: StorePaths(root: home.store), .readOnly).read {
      try $0.pendingRemovals()
    }
    #expect(left.isEmpty)
  }
}
