import Linux
import Records

/// The daemon's end of one decoder process, which is started at the first file and again after it has died, hung or
/// talked nonsense.
///
/// Used from one isolation, whose thread it blocks while a file is decoded. That thread must outlive the process: the
/// kernel takes the end of the thread that started it for the death of its parent (prctl(2), PR_SET_PDEATHSIG).
final class DecoderChild {
  private let rules: DecoderRules
  private let heard: @Sendable ([ConfinementGap]) -> Void
  private var running: Running?

  /// How long a new process may take until it greets.
  private static let startLimit = Duration.seconds(10)

  /// `heard` learns how each process is confined, whether or not it may be used so.
  init(_ rules: DecoderRules, heard: @escaping @Sendable ([ConfinementGap]) -> Void = { _ in }) {
    self.rules = rules
    self.heard = heard
  }

  /// The process that runs now; nil before the first file and after a fault.
  var processIdentifier: Int32? { running?.process.identifier }

  /// Files that were handed over and are not answered. They are worked on in their order, so whatever happens to the
  /// process is the first one's doing.
  private(set) var filesInHand = 0

  /// Hands one file over and waits for its answer; nothing else may be in hand. After a throw the child is gone.
  func decode(
    _ file: borrowing Descriptor, timeout: Duration
  ) throws(DecoderFault) -> DecoderAnswer {
    precondition(filesInHand == 0, "the answers come in the order of the files")
    _ = try send(file)
    return try nextAnswer(timeout: timeout)
  }

  /// Hands a file over, opened anew, so that the decoder can neither write to it nor move its position. False when the
  /// process has ended over a file that it has in hand: the answers come first, then this file again.
  func send(_ file: borrowing Descriptor) throws(DecoderFault) -> Bool {
    let readable: Descriptor
    do { readable = try file.reopenedForReading() } catch { throw .system(error) }
    // Nothing was asked for: it has ended, or says something that could be taken for the answer to this file.
    if filesInHand == 0, hasAnswer { stop() }
    if try !handOver(readable, to: running) {
      if filesInHand > 0 { return false }
      // A child that died while it was idle has not seen this file, which goes to another one.
      stop()
      guard try handOver(readable, to: start()) else { throw .didNotStart(endSentence()) }
    }
    filesInHand += 1
    lastTicket &+= 1
    return true
  }

  /// What the last file was handed over with, and comes back before its answer, so that none is taken for another's.
  private var lastTicket: UInt32 = 0

  private static func bytes(of ticket: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: ticket >> (8 * $0)) }
  }

  /// Whether `nextAnswer` would not wait.
  var hasAnswer: Bool { running?.hasMessage ?? false }

  /// False when there is no process, or none any more.
  private func handOver(
    _ file: borrowing Descriptor, to child: Running?
  ) throws(DecoderFault) -> Bool {
    guard let child else { return false }
    if filesInHand == 0 { try child.grant(seconds: rules.processorSeconds) }
    return try child.send(file, with: DecoderChild.bytes(of: lastTicket &+ 1))
  }

  /// The answer to the first of the files in hand, waiting for it. After a throw, which is that file's doing, the child is
  /// gone and the others must be handed over again.
  func nextAnswer(timeout: Duration) throws(DecoderFault) -> DecoderAnswer {
    let answer: DecoderAnswer
    switch try receive(timeout: timeout) {
    case .message(let bytes): answer = try read(bytes)
    case .hungUp: throw fault(of: end())
    case .silent:
      stop()
      throw .timedOut
    }
    if case .rejected(let rejection) = answer, rejection.reason == .outOfMemory {
      // What is left of its memory may be too little for the next file.
      stop()
      throw .outOfMemory(limit: rules.memory)
    }
    filesInHand -= 1
    // The next one is the first now. Where this fails the limit only comes earlier.
    if filesInHand > 0 { try? running?.grant(seconds: rules.processorSeconds) }
    return answer
  }

  private func read(_ bytes: [UInt8]) throws(DecoderFault) -> DecoderAnswer {
    let ticket = DecoderChild.bytes(of: lastTicket &- UInt32(filesInHand) &+ 1)
    guard bytes.starts(with: ticket) else {
      stop()
      throw .garbage("it is not of the file that was handed over")
    }
    do {
      return try DecoderAnswer(message: Array(bytes.dropFirst(ticket.count)))
    } catch {
      stop()
      throw .garbage(error.description)
    }
  }

  private func fault(of ending: ChildProcess.Ending) -> DecoderFault {
    switch ending {
    case .outOfProcessorTime: .timedOut
    case .exited(DecoderAnswer.outOfMemoryStatus): .outOfMemory(limit: rules.memory)
    default: .died(ending)
    }
  }

  /// Starts a process where none runs, so that it is known how it is confined.
  func prepare() throws(DecoderFault) {
    if running == nil { _ = try start() }
  }

  /// Ends the child; the next file gets a new one.
  func stop() {
    running = nil
    filesInHand = 0
  }

  /// Also where its folder may not be looked into.
  private static func isThere(_ program: String) -> Bool {
    do throws(SystemError) { _ = try fileStatus(at: program) } catch {
      return error.code != .notFound
    }
    return true
  }

  private func start() throws(DecoderFault) -> Running {
    let program = rules.program
    let child: Running
    do throws(SystemError) {
      let pair = try PacketSocket.makePair()
      let process = try ChildProcess(
        running: program, arguments: ["--memory", "\(rules.memory)"],
        socket: pair.theirs.descriptor)
      child = Running(process: process, socket: pair.keepOurs())
    } catch {
      guard error.code == .notFound || error.code == .accessDenied else { throw .system(error) }
      throw DecoderChild.isThere(program) ? .refused(program, error.code) : .missing(program)
    }
    running = child
    switch try receive(timeout: DecoderChild.startLimit) {
    case .message(let bytes):
      guard let greeting = try? DecoderGreeting(message: bytes) else {
        stop()
        throw .didNotStart("\(program) is of another version than this program.")
      }
      heard(greeting.gaps)
      if rules.confinement == .required, !greeting.gaps.isEmpty {
        stop()
        throw .unconfined(greeting.gaps)
      }
      return child
    case .hungUp: throw .didNotStart(endSentence())
    case .silent:
      stop()
      throw .didNotStart("\(program) says nothing.")
    }
  }

  private func receive(timeout: Duration) throws(DecoderFault) -> Running.Received {
    do throws(SystemError) {
      return try running?.receive(timeout: timeout) ?? .hungUp
    } catch {
      stop()
      if error.code == .messageTooLong { throw .garbage("it is too long") }
      throw .system(error)
    }
  }

  /// How the child ended that has closed its socket.
  private func end() -> ChildProcess.Ending {
    defer { stop() }
    return running?.process.ending() ?? .exited(status: 0)
  }

  private func endSentence() -> String { DecoderFault.died(end()).description }
}

/// A decoder process and our end of its socket.
private final class Running {
  let process: ChildProcess
  private let socket: PacketSocket

  enum Received {
    case message([UInt8])
    case hungUp
    case silent
  }

  init(process: consuming ChildProcess, socket: consuming PacketSocket) {
    self.process = process
    self.socket = socket
  }

  /// Lets the process work for so many seconds more; one that is gone needs none.
  func grant(seconds: Int) throws(DecoderFault) {
    do throws(SystemError) {
      try process.grantProcessorTime(seconds: UInt64(seconds))
    } catch {
      if error.code != .noSuchProcess { throw .system(error) }
    }
  }

  /// False when the process is gone.
  func send(_ file: borrowing Descriptor, with ticket: [UInt8]) throws(DecoderFault) -> Bool {
    do throws(SystemError) {
      try socket.send(ticket, passing: file)
      return true
    } catch {
      if error.code == .brokenPipe || error.code == .connectionReset { return false }
      throw .system(error)
    }
  }

  var hasMessage: Bool { (try? socket.waitUntilReadable(timeout: .zero)) ?? false }

  func receive(timeout: Duration) throws(SystemError) -> Received {
    guard try socket.waitUntilReadable(timeout: timeout) else { return .silent }
    do throws(SystemError) {
      return try next()
    } catch  where error.code == .connectionReset {
      // A process that dies with a message unread resets the connection; what it had said before comes after that.
      return try next()
    }
  }

  private func next() throws(SystemError) -> Received {
    guard let message = try socket.receive(capacity: 4 + DecoderAnswer.longestMessage) else {
      return .hungUp
    }
    return .message(message.bytes)
  }
}
