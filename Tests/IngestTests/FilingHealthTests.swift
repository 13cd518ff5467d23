import InboxWatch
import Linux
import Records
import Testing

@testable import Ingest

@Suite("When memos that wait for the store are tried at once")
struct FilingHealthTests {
  private func files(_ name: String) -> [InboxFile] {
    [
      InboxFile(
        name: FileName(name), identity: FileIdentity(device: 1, inode: 2, size: 3, modified: 4))
    ]
  }

  private func expectRecovered(_ health: inout FilingHealth, _ expected: Bool) {
    let hasRecovered = health.hasRecovered()
    #expect(hasRecovered == expected)
  }

  @Test("once the store takes something after it took nothing")
  func recovers() {
    var health = FilingHealth()
    health.note([(files("a.wav"), false)])
    expectRecovered(&health, false)
    health.noteFailure()
    expectRecovered(&health, false)
    health.note([(files("b.wav"), false)])
    expectRecovered(&health, true)
    expectRecovered(&health, false)
  }

  @Test("never for a memo that always fails among others that are taken")
  func oneFails() {
    var health = FilingHealth()
    for round in 0..<10 {
      health.note([(files("bad.wav"), true), (files("a\(round).wav"), false)])
      health.note([(files("bad.wav"), true)])
      health.note([(files("b\(round).wav"), false)])
      expectRecovered(&health, false)
    }
  }

  @Test("when a memo that failed by itself is taken after all")
  func takenAfterAll() {
    var health = FilingHealth()
    health.note([(files("a.wav"), true), (files("b.wav"), true)])
    health.note([(files("a.wav"), false)])
    expectRecovered(&health, true)
  }
}
