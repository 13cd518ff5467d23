// The child that opens recordings that libsndfile does not know: one descriptor in, one answer out, over the socket that
// is descriptor 3, until the daemon closes it. It knows no names, no store and no network.

import MediaAudio
import Linux
import Records

let usage: Int32 = 64
let failed: Int32 = 74

let words = Array(CommandLine.arguments.dropFirst())
guard words.isEmpty, isSocket(3) else {
  let purpose =
    "mm-decoder-av decodes recordings for mm-ingestd, which starts it; it is of no use by hand.\n"
  switch words {
  case ["--version"]: try? writeStandardOutput(Array("mm-decoder-av 0.1.0\n".utf8))
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
  // libav makes dates of seconds, for which the C library reads the zone, in vain but once.
  LocalTime.prepare()
  try Confinement.enter()
  let socket = PacketSocket(owning: Descriptor(owning: 3))
  try socket.send(DecoderAnswer.greeting)
  while let message = try socket.receive(capacity: 64) {
    guard let answer = answer(to: message) else { CurrentProcess.exit(failed) }
    try socket.send(answer)
  }
} catch {
  CurrentProcess.exit(failed)
}
