// The child that opens recordings, by libsndfile.

import Audio
import DecoderService
import Records

DecoderService("mm-decoder") { DecoderAnswer(decoding: $0) }
  .run(Array(CommandLine.arguments.dropFirst()))
