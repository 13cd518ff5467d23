import Records
import Testing

@testable import Playback

@Suite("Which player plays a recording")
struct PlayerChoiceTests {
  private func command(
    _ format: AudioFormat?, _ codec: String?, among installed: [String], wish: [String]? = nil
  ) throws(PlayerRefusal) -> [String] {
    try PlayerChoice(wish: wish) { name in
      name.hasPrefix("/") ? name : installed.contains(name) ? "/bin/\(name)" : nil
    }.player(for: SoundKind(format, codec: codec)).words(for: "/store/x")
  }

  private let all = KnownPlayer.allCases.map(\.rawValue)
  private let ffplay = ["/bin/ffplay", "-nodisp", "-autoexit", "-loglevel", "error", "/store/x"]

  @Test("the first that is installed and can read it, in the order of the contract")
  func first() throws {
    #expect(try command(.wav, "pcm_s16", among: all) == ["/bin/pw-play", "/store/x"])
    #expect(try command(.flac, "flac", among: ["aplay", "paplay"]) == ["/bin/paplay", "/store/x"])
    #expect(try command(.m4a, "aac", among: all) == ffplay)
    #expect(
      try command(.wav, "pcm_s16", among: ["play", "aplay"])
        == ["/bin/play", "-q", "-t", "wav", "/store/x"])
    #expect(try command(.wav, "pcm_s16", among: ["aplay"]) == ["/bin/aplay", "-q", "/store/x"])
    #expect(
      try command(.amr, "amr_wb", among: ["paplay", "play"])
        == ["/bin/play", "-q", "-t", "amr-wb", "/store/x"])
  }

  @Test(
    "each of what phones and studios record is played by one that can",
    arguments: [
      (AudioFormat.wav, "pcm_s16", "pw-play paplay ffplay play aplay"),
      (.wav, "alaw", "pw-play paplay ffplay play"), (.wav, "mp3", "ffplay"),
      (.rf64, "pcm_s24", "pw-play paplay ffplay"),
      (.au, "ulaw", "pw-play paplay ffplay play aplay"),
      (.flac, "flac", "pw-play paplay ffplay play"), (.mp3, "mp3", "pw-play paplay ffplay play"),
      (.ogg, "opus", "pw-play paplay ffplay"), (.ogg, "speex", "ffplay"),
      (.caf, "alac", "ffplay"), (.m4a, "aac", "ffplay"), (.m4a, "alac", "ffplay"),
      (.threeGP, "amr_nb", "ffplay"), (.adts, "aac", "ffplay"), (.amr, "amr_nb", "ffplay play"),
      (.webm, "opus", "ffplay"), (.asf, "wmav2", "ffplay"), (.mat5, "pcm_s16", "pw-play paplay"),
    ])
  func readers(_ format: AudioFormat, _ codec: String, _ players: String) {
    let kind = SoundKind(format, codec: codec)
    let found = KnownPlayer.allCases.filter { $0.arguments(for: kind) != nil }
    #expect(found.map(\.rawValue).joined(separator: " ") == players)
  }

  @Test(
    "what nobody has judged goes to one that looks at it itself, never to one that makes noise of it"
  )
  func unknown() throws {
    #expect(try command(nil, nil, among: all) == ffplay)
    #expect(try command(nil, nil, among: ["paplay", "aplay"]) == ["/bin/paplay", "/store/x"])
    #expect(
      throws: PlayerRefusal.noneReads(SoundKind(nil, codec: nil), [.sox, .alsa])
    ) {
      try command(nil, nil, among: ["play", "aplay"])
    }
  }

  @Test("none is there, or none that can: both say which to install")
  func none() {
    let nothing = #expect(throws: PlayerRefusal.noneInstalled) {
      try command(.wav, "pcm_s16", among: [])
    }
    #expect(nothing?.description.contains("pw-play, paplay, ffplay, play, aplay") == true)
    #expect(nothing?.hint.contains("apt install ffmpeg") == true)
    let unfit = #expect(throws: PlayerRefusal.self) {
      try command(.m4a, "aac", among: ["paplay", "aplay"])
    }
    #expect(
      unfit?.description
        == "paplay, aplay cannot play m4a (aac), and no other player is installed.")
  }

  @Test("the one that is configured, with its own arguments; a known one alone gets its usual ones")
  func configured() throws {
    #expect(
      try command(.m4a, "aac", among: ["mpv"], wish: ["mpv", "--no-video"])
        == ["/bin/mpv", "--no-video", "/store/x"])
    #expect(
      try command(.m4a, "aac", among: [], wish: ["/opt/my player"]) == [
        "/opt/my player", "/store/x",
      ])
    #expect(try command(.m4a, "aac", among: all, wish: ["ffplay"]) == ffplay)
    #expect(
      try command(.wav, "pcm_s16", among: all, wish: ["aplay", "-D", "hw:1"])
        == ["/bin/aplay", "-D", "hw:1", "/store/x"])
    #expect(throws: PlayerRefusal.notInstalled("mvp")) {
      try command(.wav, "pcm_s16", among: all, wish: ["mvp"])
    }
    #expect(
      throws: PlayerRefusal.cannotRead("/usr/bin/aplay", SoundKind(.m4a, codec: "aac"))
    ) {
      try command(.m4a, "aac", among: all, wish: ["/usr/bin/aplay"])
    }
  }

  @Test(
    "what was set aside is known by how it begins",
    arguments: [
      ("RIFF\u{1}\u{2}\u{3}\u{4}WAVEfmt ", AudioFormat.wav), ("FORM....AIFFCOMM", .aiff),
      ("....ftypM4A ....", .m4a), ("....ftyp3gp4....", .threeGP), ("fLaC............", .flac),
      ("#!AMR-WB\n.......", .amr), ("this is no sound", nil), ("RIFF", nil), ("", nil),
    ])
  func signatures(_ head: String, _ format: AudioFormat?) {
    #expect(SoundKind(head: Array(head.utf8)).format == format)
  }
}
