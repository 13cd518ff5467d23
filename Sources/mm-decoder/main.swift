// The child that opens recordings: one descriptor in, one answer out, over the socket that is descriptor 3, until
// the daemon closes it. It knows no names, no store and no network.

import Audio
import Linux
import Records

let usage: Int32 = 64
let failed: Int32 = 74

let words = CommandLine.arguments.dropFirst()
guard words.isEmpty, isSocket(3) else {
  if words.contains("--version") {
    writeStandardError("mm-decoder 0.1.0\n")
    CurrentProcess.exit(0)
  }
  writeStandardError(
    "mm-decoder decodes recordings for mm-ingestd, which starts it; it is of no use by hand.\n")
  CurrentProcess.exit(words.contains("--help") ? 0 : usage)
}

do throws(SystemError) {
  try Confinement.enter()
  let socket = PacketSocket(owning: Descriptor(owning: 3))
  while let message = try socket.receive(capacity: 64) {
    guard let file = message.takeDescriptor() else { CurrentProcess.exit(failed) }
    try socket.send(DecoderAnswer(decoding: file).message)
  }
} catch {
  CurrentProcess.exit(failed)
}
