// The child that opens recordings which libsndfile does not know, by libavformat and libavcodec.

import DecoderService
import Linux
import MediaAudio
import Records

// libav makes dates of seconds, for which the C library reads the zone once.
DecoderService("mm-decoder-av", preparing: LocalTime.prepare) { DecoderAnswer(decoding: $0) }
  .run(Array(CommandLine.arguments.dropFirst()))
