import Glibc
import JSON
import TestSupport
import Testing

@Suite("A duplicate of what the archive has lost", .fewAtATime)
struct MendingTests {
  enum Damage {
    case removed, cut, flipped, link, monthRemoved, folder
  }

  private let home = Household()

  private func configure(_ duplicates: String) -> [String] {
    let file = home.folder["moneymom.conf"]
    writeFile(file, "[inbox]\npath = \(home.inbox)\nduplicates = \(duplicates)\n")
    return ["--config", file, "--store", home.store]
  }

  private func drain(_ options: [String]) -> BuiltProgram.Outcome {
    BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"), ["--once", "--now"] + options, environment: Household.quiet)
  }

  /// Drops a memo and has it recorded; answers the path of its recording, and what is in there.
  private func record(_ options: [String]) throws -> (path: String, content: [UInt8]) {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    try #require(drain(options).status == 0)
    let record = try #require(try home.records("list").first)
    let path = "\(home.store)/\(try #require(record["audio"]?.object?["path"]?.string))"
    return (path, try #require(readFile(path)))
  }

  private func damage(_ path: String, _ kind: Damage) throws {
    switch kind {
    case .removed: unlink(path)
    case .cut: truncate(path, 100)
    case .flipped:
      var bytes = try #require(readFile(path))
      bytes[50] ^= 1
      writeFile(path, bytes)
    case .link:
      rename(path, home.folder["elsewhere.wav"])
      symlink(home.folder["elsewhere.wav"], path)
    case .monthRemoved:
      unlink(path)
      rmdir(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    case .folder:
      unlink(path)
      mkdir(path, 0o700)
    }
  }

  @Test(
    "where the recording of a record is gone or damaged, its duplicate takes its place, whatever duplicates says",
    arguments: [Damage.removed, .cut, .flipped, .link, .monthRemoved], ["discard", "set-aside"])
  func mended(_ kind: Damage, _ duplicates: String) throws {
    let options = configure(duplicates)
    let (path, content) = try record(options)
    try damage(path, kind)
    dropFile("again.wav", into: home.inbox, content)
    let outcome = drain(options)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("mended the recording of q1"), "\(outcome.errors)")
    #expect(readFile(path) == content)
    #expect(home.inboxIsEmpty)
    try home.expectSoundStore()
    #expect(try home.named(by: "verify").problems == [])
    #expect(try home.records("quarantine", "list").isEmpty)
    // What is whole is a duplicate like any other.
    dropFile("again.wav", into: home.inbox, content)
    let last = drain(options)
    #expect(!last.errors.contains("mended"), "\(last.errors)")
    #expect(try home.records("quarantine", "list").count == (duplicates == "discard" ? 0 : 1))
  }

  @Test("where it cannot, the duplicate is set aside, though it was to be discarded")
  func hopeless() throws {
    let options = configure("discard")
    let (path, content) = try record(options)
    try damage(path, .folder)
    dropFile("again.wav", into: home.inbox, content)
    #expect(drain(options).status == 0)
    let item = try #require(try home.records("quarantine", "list").first)
    let folder = "\(home.store)/quarantine/\(try #require(item["uuid"]?.string))"
    #expect(listFolder(folder).contains { readFile("\(folder)/\($0)") == content })
    #expect(!home.organize("quarantine", "show", "x1").output.contains("Nothing is missing"))
    rmdir(path)
    #expect(home.organize("quarantine", "accept", "x1").status == 0)
    #expect(readFile(path) == content)
  }

  @Test("a duplicate that brings the sidecar changes its record, and mends it too")
  func revising() throws {
    let options = configure("discard")
    dropFile("lunch.wav", into: home.inbox, Wave.tone(frames: 160, seed: 1))
    #expect(drain(options).status == 0)
    let record = try #require(try home.records("list").first)
    let path = "\(home.store)/\(try #require(record["audio"]?.object?["path"]?.string))"
    let content = try #require(readFile(path))
    try damage(path, .cut)
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 120}"#)
    #expect(drain(options).status == 0)
    #expect(readFile(path) == content)
    #expect(home.organize("show", "q1").output.contains("120.00"))
    try home.expectSoundStore()
  }

  @Test(
    "a duplicate that was set aside before is no longer called needless once the archive has lost its content; accepting it mends"
  )
  func heldCopy() throws {
    let options = configure("set-aside")
    let (path, content) = try record(options)
    dropFile("again.wav", into: home.inbox, content)
    #expect(drain(options).status == 0)
    #expect(home.organize("quarantine", "show", "x1").output.contains("Nothing is missing"))
    try damage(path, .flipped)
    let shown = home.organize("quarantine", "show", "x1").output
    #expect(!shown.contains("Nothing is missing"), "\(shown)")
    #expect(shown.contains("put this copy in its place"), "\(shown)")
    #expect(home.organize("verify").output.contains("quarantine accept x1"))
    unlink(path)
    #expect(home.organize("audit").output.contains("quarantine accept x1"))
    // The advice that a machine reads says the same.
    let item = try #require(try home.records("quarantine", "list").first)
    #expect(item["cure"]?.string?.contains("Nothing is missing") == false)
    writeFile(home.folder["copy.wav"], content)
    let explained = home.organize("explain", home.folder["copy.wav"])
    #expect(explained.status == 65 && explained.errors.contains("Keep this copy"))
    #expect(home.organize("quarantine", "accept", "x1", "--dry-run").status == 0)
    #expect(readFile(path) == nil)
    #expect(home.organize("quarantine", "accept", "x1").status == 0)
    #expect(readFile(path) == content)
    try home.expectSoundStore()
  }

  @Test("a copy that is damaged itself mends nothing, and stays held")
  func damagedCopy() throws {
    let options = configure("set-aside")
    let (path, content) = try record(options)
    dropFile("again.wav", into: home.inbox, content)
    #expect(drain(options).status == 0)
    let item = try #require(try home.records("quarantine", "list").first)
    let held = "\(home.store)/quarantine/\(try #require(item["uuid"]?.string))/again.wav"
    try damage(held, .flipped)
    try damage(path, .removed)
    let refused = home.organize("quarantine", "accept", "x1")
    #expect(refused.status != 0)
    #expect(refused.errors.contains("not any more what was set aside"), "\(refused.errors)")
    #expect(readFile(path) == nil)
    #expect(try home.records("quarantine", "list").first?["state"]?.string == "held")
  }
}
