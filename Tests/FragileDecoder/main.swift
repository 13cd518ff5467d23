// mm-decoder, but for recordings that begin with a word of eight bytes: to each it does what a fault of a decoding library
// would do, or somebody who took the decoder over by a recording.

import Audio
import DecoderService
import Glibc
import Linux
import Records

/// The other half of the daemon's socket, which the service has as well; never let go of.
let daemon = PacketSocket(owning: Descriptor(owning: 3))

func say(_ bytes: [UInt8]) { try? daemon.send(bytes) }

func wait(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
  nanosleep(&time, nil)
}

func obey(_ word: String) {
  switch word {
  case "!exit": CurrentProcess.exit(86)
  // The shell around it then kills the daemon.
  case "!murder": CurrentProcess.exit(99)
  case "!abort": abort()
  case "!crash": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
  case "!trap": preconditionFailure("as Swift code ends that is wrong")
  // As the system does that is out of memory.
  case "!kill": raise(SIGKILL)
  case "!spin": while getpid() > 0 {}
  case "!hang": while true { wait(milliseconds: 1_000_000) }
  case "!late": wait(milliseconds: 1400)
  case "!eat":
    var eaten: [[UInt8]] = []
    // Ten times what any machine has for one recording.
    while eaten.count < 10_000 { eaten.append([UInt8](repeating: 1, count: 1_000_000)) }
  case "!garbage": say(Array("garbage".utf8))
  case "!flood": while true { say(Array("{}".utf8)) }
  case "!huge": say([UInt8](repeating: 0x7B, count: 150_000))
  case "!hangup":
    close(3)
    while true { wait(milliseconds: 1_000_000) }
  default: break
  }
}

DecoderService("mm-decoder") { file in
  var head = [UInt8](repeating: 0, count: 52)
  if (try? file.fill(&head, at: 0)) == 52, head[44] == UInt8(ascii: "!") {
    obey(String(decoding: head[44...].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
  }
  return DecoderAnswer(decoding: file)
}.run(Array(CommandLine.arguments.dropFirst()))
