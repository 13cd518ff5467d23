import TestSupport
import Testing

/// The short form of `make torture`: some of the points.
@Suite("Whatever step of an ingest is the last one, or fails", .fewAtATime)
struct WalkTests {
  @Test("killed before a system call, the daemon loses nothing and doubles nothing")
  func killed() { walk("kill", every: 61) }

  @Test("killed before a system call, a purge has taken records with their files, or left both")
  func killedPurge() { walk("kill", every: 17, only: "a purge") }

  @Test("killed before a system call, a retry has given back a memo once, and left nothing over")
  func killedRetry() { walk("kill", every: 13, only: "a retry") }

  @Test("a system call that fails makes a memo wait at most, and the daemon stays up")
  func failing() {
    walk("fail", every: 61, only: "EIO")
    walk("fail", every: 73, only: "ENOSPC")
  }

  @Test(
    "killed while it migrates a store, a program has done it whole or not at all, after a backup")
  func migrating() { walk("migrate", every: 13) }

  @Test(
    "what must be on the disk before a name, a COMMIT or a removal is there, and is missed if it is not"
  )
  func inOrder() { walk("order", every: 1) }

  @Test("where no walk is meant, nothing has been proven: that is refused with the names there are")
  func noWalk() {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-torture"), ["kill", "--only", "a recording of a dream"])
    #expect(outcome.status == 64)
    #expect(outcome.output.contains("killed during a purge"), "\(outcome.output)")
  }

  @Test("walks that go side by side are told as those that go by themselves")
  func sideBySide() {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-torture"),
      ["kill", "--every", "400", "--only", "a start after", "--jobs", "3"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").filter { $0.contains("points tried") }
    #expect(lines.count == 3, "\(outcome.output)")
  }

  private func walk(_ kind: String, every stride: Int, only: String? = nil) {
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-torture"),
      [kind, "--every", "\(stride)", "--jobs", "2"] + (only.map { ["--only", $0] } ?? []))
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}
