// The child that opens recordings: one descriptor in, one answer out, over the socket that is descriptor 3, until
// the daemon closes it. It knows no names, no store and no network, and before the first file it gives up whatever else it
// could do.

import Audio
import Confinement
import Linux
import Records

let usage: Int32 = 64
let failed: Int32 = 74

let words = Array(CommandLine.arguments.dropFirst())
/// The daemon's end of it is the other half of a pair.
let socketNumber: Int32 = 3
guard words.count == 2, words[0] == "--memory", let memory = Int(words[1]), memory > 0,
  isSocket(socketNumber)
else {
  let purpose =
    "mm-decoder decodes recordings for mm-ingestd, which starts it; it is of no use by hand.\n"
  switch words {
  case ["--version"]: try? writeStandardOutput(Array("mm-decoder 0.1.0\n".utf8))
  case ["--help"]: try? writeStandardOutput(Array(purpose.utf8))
  default:
    writeStandardError(purpose)
    CurrentProcess.exit(usage)
  }
  CurrentProcess.exit(0)
}

/// The file is closed before its answer goes out.
func answer(to message: consuming PacketMessage) -> [UInt8]? {
  guard let file = message.takeDescriptor() else { return nil }
  return DecoderAnswer(decoding: file).message
}

do throws(SystemError) {
  let gaps = Confinement.enter(memory: memory, keeping: socketNumber)
  let socket = PacketSocket(owning: Descriptor(owning: socketNumber))
  try socket.send(DecoderGreeting(gaps: gaps).message)
  while let message = try socket.receive(capacity: 64) {
    guard let answer = answer(to: message) else { CurrentProcess.exit(failed) }
    try socket.send(answer)
  }
} catch {
  CurrentProcess.exit(failed)
}
