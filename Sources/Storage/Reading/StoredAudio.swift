import Records
import SQLite

/// The columns of an audio reference, in one order.
enum StoredAudio {
  /// A store that is only read may be of an older schema, and then stays so.
  static func columns(ofSchema schema: Int) -> String {
    """
    audio.uuid, audio.sha256, audio.path, audio.present, audio.format, audio.codec,
    audio.sample_rate, audio.channels, audio.frames, audio.bytes, audio.waveform,
    \(schema < 2 ? "NULL" : "audio.priming_frames")
    """
  }

  static func read(_ row: inout Row) -> AudioReference? {
    let uuid = UUID(stored: row.text())
    guard let sha256 = Digest(bytes: row.blob()) else { return nil }
    return AudioReference(
      uuid: uuid, sha256: sha256, path: row.text(), present: row.bool(), format: row.text(),
      codec: row.text(), sampleRate: Int(row.integer()), channels: Int(row.integer()),
      frames: row.integer(), bytes: row.integer(), waveform: row.blob(),
      primingFrames: row.integerIfAny())
  }
}

extension UUID {
  /// What the store wrote; the tables hold the form by their length alone.
  init(stored text: String) { self = UUID(text) ?? UUID(high: 0, low: 0) }
}
