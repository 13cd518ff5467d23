/// A kind of recording that the tests make themselves, and what its record is to say.
struct GeneratedKind: Sendable {
  enum Writer: Sendable {
    /// The options of ffmpeg that choose the encoder.
    case ffmpeg([String])
    /// The option of sndfile-convert, which is libsndfile's own writer.
    case libsndfile(String)
    /// sox, whose encoder of AMR leaves out what is silent (DTX).
    case sox
    case wideSpeech
    /// The sound of another file of these in a container of its own.
    case container(of: String)
  }

  /// The name of its file; no two differ in the extension alone.
  let name: String
  let writer: Writer
  let format: String
  let codec: String
  var sampleRate = 16_000
  /// Frames of one codec frame, by which decoders may differ at either end; 0 where there is nothing to differ about.
  var tolerance: Int64 = 0
  /// When it was recorded, by the container; nil where the container does not keep it.
  var capturedAt: String?
  var note: String?
  var hasPlace = false
  /// The container says how much there is, so that no cut goes unseen; otherwise one between two frames does.
  var knowsItsLength = true

  /// What says where the sound lies stands behind it, so that nothing can be decoded without the end.
  var indexComesLast = false

  var stem: String { name.split(separator: ".").first.map(String.init) ?? name }
  /// Of the copy that a recorder's own name misleads about.
  var wrongExtension: String { name.hasSuffix("wav") || name.hasSuffix("aiff") ? "m4a" : "wav" }

  /// What ffmpeg is told of every recording.
  static let tags = [
    "title=Coffee", "comment=latte", "date=2025-03-04", "creation_time=2025-03-04T04:34:56Z",
    "location=+25.0330+121.5654/",
  ]
  private static let second = "2025-03-04T12:34:56+08:00"
  private static let day = "2025-03-04"

  static let all: [GeneratedKind] = [
    GeneratedKind(
      name: "wav.wav", writer: .ffmpeg(["-c:a", "pcm_s16le"]), format: "wav", codec: "pcm_s16",
      capturedAt: day, note: "latte"),
    GeneratedKind(
      name: "rf64.wav", writer: .ffmpeg(["-c:a", "pcm_s24le", "-rf64", "always"]), format: "rf64",
      codec: "pcm_s24", capturedAt: day, note: "latte"),
    GeneratedKind(
      name: "w64.w64", writer: .ffmpeg(["-c:a", "pcm_s16le"]), format: "w64", codec: "pcm_s16"),
    GeneratedKind(
      name: "aiff.aiff", writer: .ffmpeg(["-c:a", "pcm_s16be"]), format: "aiff", codec: "pcm_s16",
      note: "latte"),
    GeneratedKind(
      name: "caf.caf", writer: .ffmpeg(["-c:a", "pcm_s16le"]), format: "caf", codec: "pcm_s16",
      capturedAt: day, note: "latte"),
    GeneratedKind(
      name: "au.au", writer: .ffmpeg(["-c:a", "pcm_s16be"]), format: "au", codec: "pcm_s16"),
    GeneratedKind(
      name: "flac.flac", writer: .ffmpeg(["-c:a", "flac"]), format: "flac", codec: "flac",
      capturedAt: day, note: "Coffee"),
    GeneratedKind(
      name: "vorbis.ogg", writer: .ffmpeg(["-c:a", "libvorbis"]), format: "ogg", codec: "vorbis",
      capturedAt: day, note: "Coffee"),
    GeneratedKind(
      name: "opus.opus", writer: .ffmpeg(["-c:a", "libopus"]), format: "ogg", codec: "opus",
      tolerance: 320, capturedAt: day, note: "Coffee"),
    GeneratedKind(
      name: "mp3.mp3", writer: .ffmpeg(["-c:a", "libmp3lame"]), format: "mp3", codec: "mp3",
      tolerance: 576, capturedAt: day, note: "Coffee"),
    GeneratedKind(
      name: "sndfile-wav.wav", writer: .libsndfile("-pcmu8"), format: "wav", codec: "pcm_u8"),
    GeneratedKind(
      name: "sndfile-rf64.rf64", writer: .libsndfile("-float32"), format: "rf64",
      codec: "pcm_f32"),
    GeneratedKind(
      name: "sndfile-w64.w64", writer: .libsndfile("-pcm24"), format: "w64", codec: "pcm_s24"),
    GeneratedKind(
      name: "sndfile-aiff.aiff", writer: .libsndfile("-pcm24"), format: "aiff", codec: "pcm_s24"),
    GeneratedKind(
      name: "sndfile-caf.caf", writer: .libsndfile("-alac16"), format: "caf", codec: "alac_16",
      indexComesLast: true),
    GeneratedKind(
      name: "sndfile-au.au", writer: .libsndfile("-ulaw"), format: "au", codec: "ulaw"),
    GeneratedKind(
      name: "sndfile-flac.flac", writer: .libsndfile("-pcm16"), format: "flac", codec: "flac"),
    GeneratedKind(
      name: "sndfile-vorbis.ogg", writer: .libsndfile("-vorbis"), format: "ogg",
      codec: "vorbis"),
    GeneratedKind(
      name: "sndfile-opus.opus", writer: .libsndfile("-opus"), format: "ogg", codec: "opus",
      tolerance: 320),
    GeneratedKind(
      name: "aac.m4a", writer: .ffmpeg(["-c:a", "aac"]), format: "m4a", codec: "aac",
      tolerance: 1024, capturedAt: second, note: "latte", hasPlace: true, indexComesLast: true),
    GeneratedKind(
      name: "index-first.m4a", writer: .ffmpeg(["-c:a", "aac", "-movflags", "+faststart"]),
      format: "m4a", codec: "aac", tolerance: 1024, capturedAt: second, note: "latte",
      hasPlace: true),
    GeneratedKind(
      name: "alac.m4a", writer: .ffmpeg(["-c:a", "alac"]), format: "m4a", codec: "alac",
      capturedAt: second, note: "latte", hasPlace: true, indexComesLast: true),
    GeneratedKind(
      name: "adts.aac", writer: .ffmpeg(["-c:a", "aac"]), format: "adts", codec: "aac",
      tolerance: 1024, knowsItsLength: false),
    GeneratedKind(
      name: "dtx.amr", writer: .sox, format: "amr", codec: "amr_nb", sampleRate: 8_000,
      tolerance: 160, knowsItsLength: false),
    GeneratedKind(
      name: "wide.awb", writer: .wideSpeech, format: "amr", codec: "amr_wb", tolerance: 320,
      knowsItsLength: false),
    GeneratedKind(
      name: "narrow-3gp.3gp", writer: .container(of: "dtx.amr"), format: "3gp", codec: "amr_nb",
      sampleRate: 8_000, tolerance: 160, capturedAt: second, hasPlace: true, indexComesLast: true),
    GeneratedKind(
      name: "wide-3gp.3gp", writer: .container(of: "wide.awb"), format: "3gp", codec: "amr_wb",
      tolerance: 320, capturedAt: second, hasPlace: true, indexComesLast: true),
    GeneratedKind(
      name: "aac-3gp.3gp", writer: .ffmpeg(["-c:a", "aac"]), format: "3gp", codec: "aac",
      tolerance: 1024, capturedAt: second, hasPlace: true, indexComesLast: true),
    GeneratedKind(
      name: "webm.webm", writer: .ffmpeg(["-c:a", "libopus"]), format: "webm", codec: "opus",
      sampleRate: 48_000, tolerance: 960, capturedAt: second, note: "latte", hasPlace: true),
    GeneratedKind(
      name: "wma.wma", writer: .ffmpeg(["-c:a", "wmav2"]), format: "asf", codec: "wmav2",
      tolerance: 2048, capturedAt: day, note: "latte", hasPlace: true),
  ]
}
