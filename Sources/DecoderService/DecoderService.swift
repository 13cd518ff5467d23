import Confinement
import Linux
import Records

/// The whole of a decoder program but its decoding: one descriptor in, one answer out, over the socket that is
/// descriptor 3, until the daemon closes it. It knows no names, no store and no network, and before the first file it
/// gives up whatever else it could do.
public struct DecoderService {
  private let program: String
  private let prepare: () -> Void
  private let decode: (borrowing Descriptor) -> DecoderAnswer

  /// sysexits(3).
  private static let usage: Int32 = 64
  private static let failed: Int32 = 74
  /// The daemon's end of it is the other half of a pair.
  private static let socketNumber: Int32 = 3

  /// `prepare` does what must be done before confinement.
  public init(
    _ program: String, preparing prepare: @escaping () -> Void = {},
    decoding decode: @escaping (borrowing Descriptor) -> DecoderAnswer
  ) {
    self.program = program
    self.prepare = prepare
    self.decode = decode
  }

  /// Answers files until there are no more, or the few options that a person may give.
  public func run(_ words: [String]) -> Never {
    guard words.count == 2, words[0] == "--memory", let memory = Int(words[1]), memory > 0,
      isSocket(DecoderService.socketNumber)
    else { explain(words) }
    prepare()
    do throws(SystemError) {
      try serve(memory: memory)
    } catch { CurrentProcess.exit(DecoderService.failed) }
    CurrentProcess.exit(0)
  }

  private func serve(memory: Int) throws(SystemError) {
    let gaps = Confinement.enter(memory: memory, keeping: DecoderService.socketNumber)
    endForWantOfMemory(with: DecoderAnswer.outOfMemoryStatus)
    let socket = PacketSocket(owning: Descriptor(owning: DecoderService.socketNumber))
    try socket.send(DecoderGreeting(gaps: gaps).message)
    while let message = try socket.receive(capacity: 64) {
      guard let answer = answer(to: message) else { CurrentProcess.exit(DecoderService.failed) }
      try socket.send(answer)
    }
  }

  /// Begins with what the file came with, which tells the daemon which file is meant. The file is closed before its
  /// answer goes out.
  private func answer(to message: consuming PacketMessage) -> [UInt8]? {
    let ticket = message.bytes
    guard let file = message.takeDescriptor() else { return nil }
    return ticket + decode(file).message
  }

  private func explain(_ words: [String]) -> Never {
    let purpose =
      "\(program) decodes recordings for mm-ingestd, which starts it; it is of no use by hand.\n"
    switch words {
    case ["--version"]: try? writeStandardOutput(Array("\(program) 0.1.0\n".utf8))
    case ["--help"]: try? writeStandardOutput(Array(purpose.utf8))
    default:
      writeStandardError(purpose)
      CurrentProcess.exit(DecoderService.usage)
    }
    CurrentProcess.exit(0)
  }
}
