/// Names of formats as they are stored and shown.
public enum AudioFormat {
  /// The extension that the archive gives a recording, by what it truly is, without the dot.
  public static func fileExtension(format: String, codec: String) -> String {
    switch (format, codec) {
    case ("ogg", "opus"): "opus"
    case ("wav", _), ("rf64", _): "wav"
    case ("mpeg", "mp2"): "mp2"
    case ("mpeg", _): "mp3"
    case ("ogg", _), ("flac", _), ("aiff", _), ("caf", _), ("au", _), ("w64", _): format
    default: "audio"
    }
  }
}
