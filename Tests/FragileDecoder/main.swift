// mm-decoder but for this: a recording whose first sample is 0x4B4B ("KK") kills it, as a fault of a decoding library would.

import Audio
import DecoderService
import Linux
import Records

DecoderService("mm-decoder") { file in
  var head = [UInt8](repeating: 0, count: 46)
  if (try? file.fill(&head, at: 0)) == 46, head[44...] == [0x4B, 0x4B] {
    CurrentProcess.exit(86)
  }
  return DecoderAnswer(decoding: file)
}.run(Array(CommandLine.arguments.dropFirst()))
