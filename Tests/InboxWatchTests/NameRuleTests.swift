import InboxWatch
import Records
import Testing

@Suite("What an entry is by its name")
struct NameRuleTests {
  @Test(
    "W03, W04, W20: names of unfinished files and of other programs are ignored, whatever the letter case",
    arguments: [
      "memo.m4a.filepart", "memo.m4a.part", "memo.m4a.tmp", "memo.m4a.partial~",
      "memo.m4a.partial", "memo.m4a.crdownload", "memo.m4a.download", "memo.m4a.temp",
      "memo.m4a.swp", "memo.m4a~", ".memo.m4a.Xa3f1Z", "MEMO.M4A.PART", "memo.m4a.FilePart",
      ".syncthing.memo.m4a.tmp", ".syncthing.memo.m4a", "~syncthing~memo.mp3.tmp",
      "~syncthing~memo.mp3", ".DS_Store", ".DS_STORE", "._memo.m4a", "Thumbs.db", "THUMBS.DB",
      "desktop.ini", "Desktop.INI", "memo.wav:Zone.Identifier", "memo.wav:ZONE.IDENTIFIER",
      ".moneymom-0190b6c8", ".json", "lunch.json.part", "",
    ])
  func ignored(name: String) { #expect(NameRule(FileName(name)) == .ignored) }

  @Test(
    "a sidecar ends in .json in any letter case",
    arguments: ["lunch.json", "lunch.wav.JSON", "lunch.Json", "午餐.json"])
  func sidecars(name: String) { #expect(NameRule(FileName(name)) == .sidecar) }

  @Test(
    "everything else is a candidate recording: content decides, not the extension",
    arguments: [
      "lunch.wav", "0190B6C8-1D5E-7C3A-9F00-1B2C3D4E5F60", "lunch", "json", "lunch.txt",
      "partial.wav", "tmp", "my.part.wav", "Thumbs.db.wav", "a:b.wav", "午餐.m4a",
    ])
  func recordings(name: String) { #expect(NameRule(FileName(name)) == .recording) }

  @Test("W15: a name that is not UTF-8 is judged like any other")
  func notUTF8() {
    #expect(
      NameRule(FileName(bytes: Array("memo_".utf8) + [0xF1] + Array(".wav".utf8))) == .recording)
    #expect(NameRule(FileName(bytes: [0xF1] + Array(".JSON".utf8))) == .sidecar)
    #expect(NameRule(FileName(bytes: [0xF1] + Array(".Part".utf8))) == .ignored)
    #expect(NameRule(FileName("memo\nlunch.wav")) == .recording)
  }
}
