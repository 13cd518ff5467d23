import Linux
import Records

/// The daemon's end of one decoder process, which is started at the first file and again after it has died. Used from
/// one isolation, whose thread it blocks while a file is decoded.
final class DecoderChild {
  private let program: String
  private var running: Running?

  private final class Running {
    let process: ChildProcess
    let socket: PacketSocket

    init(process: consuming ChildProcess, socket: consuming PacketSocket) {
      self.process = process
      self.socket = socket
    }
  }

  init(program: String) { self.program = program }

  /// Hands the file over and waits for the answer. After a throw the child is gone.
  func decode(
    _ file: borrowing Descriptor, timeout: Duration
  ) throws(DecoderFault) -> DecoderAnswer {
    let child: Running
    if let running { child = running } else { child = try start() }
    running = child
    do throws(SystemError) {
      try child.socket.send([0], passing: file)
      guard try child.socket.waitUntilReadable(timeout: timeout) else {
        stop()
        throw SystemError(.timedOut, "poll")
      }
      if let message = try child.socket.receive(capacity: DecoderAnswer.longestMessage) {
        guard let answer = DecoderAnswer(message: message.bytes) else {
          stop()
          throw SystemError(.invalidArgument, "recvmsg")
        }
        return answer
      }
    } catch {
      switch error.code {
      case .timedOut: throw .timedOut
      case .invalidArgument, .messageTooLong:
        stop()
        throw .garbage
      case .brokenPipe, .connectionReset: break
      default:
        stop()
        throw .system(error)
      }
    }
    throw .died(end())
  }

  /// Ends the child; the next file gets a new one.
  func stop() { running = nil }

  /// How the child ended that has closed its socket.
  private func end() -> ChildProcess.Ending {
    guard let child = running else { return .exited(status: 0) }
    running = nil
    return child.process.ending()
  }

  private func start() throws(DecoderFault) -> Running {
    do throws(SystemError) {
      let pair = try PacketSocket.makePair()
      let process = try ChildProcess(running: program, socket: pair.theirs.descriptor)
      return Running(process: process, socket: pair.keepOurs())
    } catch {
      if error.code == .notFound || error.code == .accessDenied { throw .missing(program) }
      throw .system(error)
    }
  }
}
