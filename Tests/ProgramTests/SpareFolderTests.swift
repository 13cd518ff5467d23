import Glibc
import TestSupport
import Testing

@Suite("A folder in quarantine whose files were given back", .fewAtATime)
struct SpareFolderTests {
  @Test("one that a retry which was killed has left goes with the start that takes its files again")
  func oneStart() throws {
    let home = Household()
    dropFile("text.wav", into: home.inbox, Array("This is no recording.\n".utf8))
    home.ingestOnce()
    let quarantine = "\(home.store)/quarantine"
    let folder = try #require(listFolder(quarantine).first)
    let copies = listFolder("\(quarantine)/\(folder)").map {
      ($0, readFile("\(quarantine)/\(folder)/\($0)") ?? [])
    }
    let retried = home.organize("quarantine", "retry", "x1")
    #expect(retried.status == 0, "\(retried.errors)")
    try #require(listFolder(quarantine).isEmpty)
    mkdir("\(quarantine)/\(folder)", 0o700)
    for (name, bytes) in copies { writeFile("\(quarantine)/\(folder)/\(name)", bytes) }
    home.ingestOnce()
    #expect(try home.records("quarantine", "list").map { $0["id"]?.string } == ["x2"])
    #expect(listFolder(quarantine).count == 1 && !listFolder(quarantine).contains(folder))
    try home.expectSoundStore()
  }
}
