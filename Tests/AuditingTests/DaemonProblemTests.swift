import Linux
import Records
import SQLite
import Storage
import TestSupport
import Testing

@testable import Auditing

@Suite("Auditing what a daemon says of itself")
struct DaemonProblemTests {
  /// Half of what the store holds came before its start; it started an hour before the audit.
  private func news(_ changes: [String: Int] = [:]) -> DaemonNews {
    let counts = [
      "seen": 5, "recorded": 2, "revised": 0, "duplicate": 0, "quarantined": 1, "ignored": 1,
      "withdrawn": 0, "waiting": 1,
    ]
    return DaemonNews(
      started: AuditedStore.noon, counts: counts.merging(changes) { $1 },
      before: [
        "recorded": 1, "revised": 0, "duplicate": 0, "quarantined": 1, "ignored": 0, "withdrawn": 0,
      ], suspects: [])
  }

  @Test(
    "a daemon that has counted what the store holds is believed; ignored entries are no ends of the store"
  )
  func agrees() throws {
    let book = try AuditedStore()
    #expect(try book.problems { news() } == [])
    #expect(try book.audit { news() }.daemon == news())
  }

  @Test("a sum that does not come out is named")
  func sum() throws {
    let book = try AuditedStore()
    #expect(try book.problems { news(["seen": 6]) } == [["daemon-sum", "-", "-"]])
  }

  @Test("a memo that the daemon counts and the store does not hold is named at once")
  func ahead() throws {
    let book = try AuditedStore()
    let problems = try book.problems { news(["seen": 6, "recorded": 3]) }
    #expect(problems == [["daemon-ahead", "-", "-"]])
  }

  @Test("a daemon that counts a memo a moment after the store is given time")
  func late() throws {
    let book = try AuditedStore()
    var asked = 0
    let problems = try book.problems {
      asked += 1
      return asked < 4 ? news(["seen": 4, "recorded": 1]) : news()
    }
    #expect(problems == [])
    #expect(asked == 4)
  }

  @Test("a daemon that never counts what the store holds is named in the end")
  func hangs() throws {
    let book = try AuditedStore()
    #expect(
      try book.problems(patience: .milliseconds(120)) {
        news(["seen": 4, "quarantined": 0])
      } == [["daemon-behind", "-", "-"]])
  }

  @Test("a daemon that ends meanwhile, or does not say what was before it, is not compared with")
  func incomparable() throws {
    let book = try AuditedStore()
    var asked = 0
    let problems = try book.problems {
      asked += 1
      return asked == 1 ? news(["seen": 4, "recorded": 1]) : nil
    }
    #expect(problems == [])
    var older = news(["seen": 100, "recorded": 97])
    older.before = nil
    #expect(try book.problems { older } == [])
  }

  @Test("what has been waiting to leave its inbox since before the daemon's start is named")
  func stuckRemoval() throws {
    let book = try AuditedStore()
    let noon = AuditedStore.noon
    for (name, seconds) in [("old.wav", -5), ("new.wav", 5)] {
      let filed = noon.advanced(by: .seconds(seconds))
      _ = try book.store.write { writer in
        try writer.addPendingRemoval(
          PendingRemoval(
            inbox: AuditedStore.inbox, name: FileName(name),
            privateName: FileName(".mm-\(UUID(milliseconds: filed.milliseconds))-\(name)"),
            identity: FileIdentity(device: 1, inode: 2, size: 3, modified: 4),
            sha256: AuditedStore.digest([])))
      }
    }
    #expect(try book.problems { news() } == [["removal-pending", "-", "/inbox/old.wav"]])
    #expect(try book.problems() == [], "the next start of a daemon finishes it")
    #expect(try book.audit().counts?.pendingRemovals == 2)
    // Just started: it may be about to.
    var young = news()
    young.started = noon.advanced(by: .seconds(3590))
    #expect(try book.problems { young } == [])
  }

  @Test(
    "what something died over, and waits since long, is named; others are tried before long, or are gone"
  )
  func suspects() throws {
    let book = try AuditedStore()
    try book.store.write { writer in
      try writer.markSuspect(AuditedStore.digest([1]), at: AuditedStore.noon)
    }
    #expect(try book.problems { news() } == [])
    #expect(try book.audit().counts?.suspects == 1)
    var waiting = news()
    let now = Instant(seconds: AuditedStore.noon.seconds + 3600)
    waiting.suspects = [
      DaemonNews.Suspected(path: "/inbox/deadly.wav", since: now.advanced(by: .seconds(-120))),
      DaemonNews.Suspected(path: "/inbox/next.wav", since: now.advanced(by: .seconds(-20))),
    ]
    #expect(try book.problems { waiting } == [["suspect", "-", "/inbox/deadly.wav"]])
  }
}
