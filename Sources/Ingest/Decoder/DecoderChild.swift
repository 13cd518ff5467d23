import Linux
import Records

/// The daemon's end of one decoder process, which is started at the first file and again after it has died, hung or
/// talked nonsense.
///
/// Used from one isolation, whose thread it blocks while a file is decoded. That thread must outlive the process: the
/// kernel takes the end of the thread that started it for the death of its parent (prctl(2), PR_SET_PDEATHSIG).
final class DecoderChild {
  private let program: String
  private var running: Running?

  /// How long a new process may take until it greets.
  private static let startLimit = Duration.seconds(10)

  init(program: String) { self.program = program }

  /// The process that runs now; nil before the first file and after a fault.
  var processIdentifier: Int32? { running?.process.identifier }

  /// Hands the file over and waits for the answer. The decoder gets the file opened anew, so that it can neither write
  /// to it nor move its position. After a throw the child is gone.
  func decode(
    _ file: borrowing Descriptor, timeout: Duration
  ) throws(DecoderFault) -> DecoderAnswer {
    let readable: Descriptor
    do { readable = try file.reopenedForReading() } catch { throw .system(error) }
    // A child that died while it was idle has not seen this file, which goes to another one.
    if try running?.send(readable) != true {
      stop()
      guard try start().send(readable) else { throw .didNotStart(endSentence()) }
    }
    switch try receive(timeout: timeout) {
    case .message(let bytes):
      do { return try DecoderAnswer(message: bytes) } catch {
        stop()
        throw .garbage(error.description)
      }
    case .hungUp: throw .died(end())
    case .silent:
      stop()
      throw .timedOut
    }
  }

  /// Ends the child; the next file gets a new one.
  func stop() { running = nil }

  private func start() throws(DecoderFault) -> Running {
    let child: Running
    do throws(SystemError) {
      let pair = try PacketSocket.makePair()
      let process = try ChildProcess(running: program, socket: pair.theirs.descriptor)
      child = Running(process: process, socket: pair.keepOurs())
    } catch {
      if error.code == .notFound || error.code == .accessDenied { throw .missing(program) }
      throw .system(error)
    }
    running = child
    switch try receive(timeout: DecoderChild.startLimit) {
    case .message(DecoderAnswer.greeting): return child
    case .message:
      stop()
      throw .didNotStart("\(program) is of another version than this program.")
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
    defer { running = nil }
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

  /// False when the process is gone.
  func send(_ file: borrowing Descriptor) throws(DecoderFault) -> Bool {
    do throws(SystemError) {
      try socket.send([0], passing: file)
      return true
    } catch {
      if error.code == .brokenPipe || error.code == .connectionReset { return false }
      throw .system(error)
    }
  }

  func receive(timeout: Duration) throws(SystemError) -> Received {
    guard try socket.waitUntilReadable(timeout: timeout) else { return .silent }
    do throws(SystemError) {
      return try next()
    } catch {
      // A process that dies with a message unread resets the connection.
      if error.code == .connectionReset { return .hungUp }
      throw error
    }
  }

  private func next() throws(SystemError) -> Received {
    guard let message = try socket.receive(capacity: DecoderAnswer.longestMessage) else {
      return .hungUp
    }
    return .message(message.bytes)
  }
}
