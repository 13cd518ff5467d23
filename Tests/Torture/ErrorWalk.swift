import Glibc
import TestSupport

/// Lets each system call of a running daemon fail in turn, while it files one memo after another. The memo must be
/// filed or wait whole in the inbox, and be filed once nothing fails any more; and the daemon stays up.
final class ErrorWalk {
  private let stream: MemoStream
  private let home: Home
  private let error: InjectedError
  private var daemon: Tracee
  private var tally = Tally()

  init(_ stream: MemoStream, _ error: InjectedError) {
    self.stream = stream
    self.error = error
    home = Home(apart: stream.apart, keeps: stream.keeps, duplicates: stream.duplicates)
    daemon = home.traceDaemon(sidecarWait: stream.sidecarWait)
    _ = daemon.run(untilQuietFor: 300)
    stream.begin(home)
    fileAll()
  }

  /// Tries one of so many points.
  func run(every stride: Int) -> Tally {
    var point = 1
    // One memo takes more calls than another, so that one that took fewer does not say that there are no more.
    var short = 0
    while short < 3 {
      switch attempt(point) {
      case .tried: (point, short) = (point + stride, 0)
      case .tooFewCalls: short += 1
      case .stuck: short = 3
      }
    }
    daemon.signal(SIGTERM)
    let end = daemon.run()
    if end != .ended(0) { tally.add(["it ended with \(end): \(home.said)"], at: "in the end") }
    // What could not be made durable then is done at the next start.
    let next = home.ingest()
    if next.status != 0 {
      tally.add(["the next start ended with \(next.status): \(next.errors)"], at: "in the end")
    }
    let faults = Inspection.inTheEnd(home, stream.outcome)
    if !faults.isEmpty { tally.add(faults, at: "in the end") }
    return tally
  }

  private enum Attempt {
    case tried
    /// The daemon made fewer calls for this memo.
    case tooFewCalls
    /// Nothing failed, and the memo was not taken all the same: it makes no sense to go on.
    case stuck
  }

  private func attempt(_ point: Int) -> Attempt {
    var count = 0
    var place: String?
    stream.prepareNext(home)
    fileAll()
    stream.dropNext(home)
    var end = Tracee.End.quiet
    let limit = ContinuousClock.now + .seconds(60)
    // On a busy machine it may be long until the daemon is told of the memo.
    while place == nil, end == .quiet, !home.isDrained, ContinuousClock.now < limit {
      end = daemon.run(
        untilQuietFor: 40,
        before: { call in
          guard CountedCalls.countFailing(call) else { return .proceed }
          count += 1
          guard count == point else { return .proceed }
          place = "\(call)"
          return .fail(error.code)
        })
    }
    guard let place else {
      if end == .quiet, home.isDrained { return .tooFewCalls }
      let left = "with nothing failing it did not take \(listFolder(home.inbox)) in a minute"
      tally.add(
        [end == .quiet ? left : "it ended with \(end): \(home.said)"],
        at: "call \(point), which was not reached; those behind it are not tried")
      return .stuck
    }
    var faults: [String] = []
    if end == .quiet {
      faults += Inspection.atOnce(home, stream.outcome)
      // Something that can be filed shows that the fault has passed.
      stream.dropAnother(home)
      if !fileAll() {
        faults.append("not filed in a minute after the fault: \(listFolder(home.inbox))")
      }
      faults += Inspection.soFar(home, &stream.outcome)
    } else {
      faults.append("the daemon ended with \(end): \(home.said.suffix(600))")
      if end == .hung { faults.append("it hung") }
      daemon = home.traceDaemon(sidecarWait: stream.sidecarWait)
      _ = fileAll()
    }
    tally.add(faults, at: "call \(point), \(place)")
    return .tried
  }

  /// Lets the daemon work until the inbox is filed; false when it is not within a minute.
  @discardableResult
  private func fileAll() -> Bool {
    let limit = ContinuousClock.now + .seconds(70)
    while ContinuousClock.now < limit {
      guard daemon.run(untilQuietFor: 20) == .quiet else { return false }
      if home.isDrained { return true }
    }
    return false
  }
}

/// An error that the system may answer with.
struct InjectedError: Sendable {
  let name: String
  let code: Int32

  static let all = [
    InjectedError(name: "EIO", code: EIO), InjectedError(name: "ENOSPC", code: ENOSPC),
    InjectedError(name: "EDQUOT", code: EDQUOT), InjectedError(name: "EACCES", code: EACCES),
    InjectedError(name: "EMFILE", code: EMFILE), InjectedError(name: "EINTR", code: EINTR),
    InjectedError(name: "EXDEV", code: EXDEV),
  ]
}
