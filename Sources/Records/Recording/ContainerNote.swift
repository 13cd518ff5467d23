import Text

/// What a person wrote into the container: its comment, else its title.
struct ContainerNote: Hashable, Sendable {
  let text: String

  /// Nil where neither says anything that the name of the file, the recorder or the encoder does not say by itself.
  init?(_ report: AudioReport, name: FileName) {
    for key in ["comment", "title"] {
      guard let value = report.texts.first(where: { $0.key == key })?.value else { continue }
      let text = SidecarReading.trimmed(value)
      if ContainerNote.saysSomething(text, beside: name) {
        self.text = text
        return
      }
    }
    return nil
  }

  private static func saysSomething(_ text: String, beside name: FileName) -> Bool {
    let folded = text.caseFoldedNFC
    guard folded.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol }) else {
      return false
    }
    if let whole = name.text?.caseFoldedNFC {
      let point = whole.lastIndex(of: ".") ?? whole.endIndex
      if folded == whole || folded == whole[..<point] { return false }
    }
    if encoders.contains(where: { folded.hasPrefix($0) }) { return false }
    return !recorders.contains(withoutNumber(folded))
  }

  /// `new recording 12`, `recording (3)`, `voice 20261130_123456`: what is left without the number. Unlike a lone number,
  /// which somebody may have meant.
  private static func withoutNumber(_ text: String) -> String {
    var rest = text[...]
    while let last = rest.last, last.isNumber || " _-.:()#".contains(last) { rest.removeLast() }
    return String(rest)
  }

  private static let recorders: Set<String> = [
    "recording", "new recording", "voice recording", "audio recording", "sound recording",
    "voice memo", "new voice memo", "voice", "voice note", "memo", "audio", "sound", "rec", "ptt",
    "aud", "track", "untitled", "unknown", "no title", "new recording copy", "新錄音", "新录音", "錄音",
    "录音",
    "語音備忘錄", "语音备忘录", "語音", "语音", "新規録音", "ボイスメモ",
  ]
  private static let encoders = [
    "lavf", "lavc", "ffmpeg", "libsndfile", "lame", "audacity", "xiph.org", "reference libflac",
    "libvorbis", "libopus", "gstreamer", "com.apple.", "core media audio", "quicktime",
    "processed by", "encoded by", "encoded with", "recorded with", "recorded by", "created with",
    "http://", "https://",
  ]
}
