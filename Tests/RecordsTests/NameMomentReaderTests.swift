import Testing

@testable import Records

@Suite("Dates in the names of files")
struct NameMomentReaderTests {
  private func read(_ name: String) -> String {
    switch NameMomentReader().read(FileName(name)) {
    case nil: "nothing"
    case .day(let day): "\(day)"
    case .clock(let day, let second): "\(day) \(clock(second))"
    case .zulu(let day, let second): "\(day) \(clock(second))Z"
    }
  }

  private func clock(_ second: Int) -> String {
    "\(padded(second / 3600, to: 2)):\(padded(second / 60 % 60, to: 2)):\(padded(second % 60, to: 2))"
  }

  @Test(
    "the clocks of recorders and messengers are read",
    arguments: [
      "20261130_123456.m4a", "20261130-123456.m4a", "20261130 123456.wav", "20261130T123456.wav",
      "2026-11-30 12.34.56.wav", "2026-11-30 12-34-56.wav", "2026-11-30_12-34-56.m4a",
      "2026-11-30T12:34:56.wav", "2026_11_30_12_34_56.amr", "2026.11.30 12.34.56.3gp",
      "Recording_20261130123456", "Recording_20261130_123456.m4a", "REC_20261130_123456.mp3",
      "REC20261130123456.wav", "audio_2026-11-30_12-34-56.ogg", "audio_1@30-11-2026_12-34-56.ogg",
      "Voice 261130_123456.m4a", "Voice_261130_123456.m4a", "錄音 261130_123456.m4a",
      "Call recording Mom_261130_123456.m4a", "0912345678(20261130123456).amr",
      "WhatsApp Audio 2026-11-30 at 12.34.56.m4a", "WhatsApp Ptt 2026-11-30 at 12.34.56 PM.ogg",
      "WhatsApp Audio 2026-11-30 at 12.34.56\u{202F}p.m..ogg",
      "00000012-AUDIO-2026-11-30-12-34-56.opus", "signal-2026-11-30-12-34-56-789.m4a",
      "signal-2026-11-30-123456.m4a", "2026-11-30 12h34m56.wav", "2026-11-30 12.34.56 2.m4a",
      "2026-11-30 12.34.56 am Markt.m4a", "20261130_123456 20261130_123456.wav",
      "PTT 20261130 20261130_123456.wav", "2026-11-30 12：34：56.wav",
    ])
  func clocks(_ name: String) {
    #expect(read(name) == "2026-11-30 12:34:56")
  }

  @Test(
    "halves of the day, clocks without seconds, and UTC",
    arguments: [
      ("Memo 2026-11-30 at 1.05.09 PM.m4a", "2026-11-30 13:05:09"),
      ("Memo 2026-11-30 at 12.05.09 AM.m4a", "2026-11-30 00:05:09"),
      ("Memo 2026-11-30 at 1.05.09 am.m4a", "2026-11-30 01:05:09"),
      ("2026-11-30 12.34.wav", "2026-11-30 12:34:00"),
      ("20261130T123456Z.wav", "2026-11-30 12:34:56Z"),
      ("20261130_123456 Zoo.wav", "2026-11-30 12:34:56"),
      ("20240229_235959.wav", "2024-02-29 23:59:59"),
      ("19900101_000000.wav", "1990-01-01 00:00:00"),
      ("21001231_000000.wav", "2100-12-31 00:00:00"),
    ])
  func variants(_ name: String, _ expected: String) {
    #expect(read(name) == expected)
  }

  @Test(
    "a day without a clock is a day",
    arguments: [
      "PTT-20261130-WA0001", "PTT-20261130-WA0001.opus", "AUD-20261130-WA0003.opus",
      "lunch 2026-11-30.wav", "20261130.m4a", "2026-11-30 2.m4a", "20261130_0001.wav",
      "2026-11-30.3gp", "20261130_123456789.wav", "2026-11-30 1.34.56.wav",
    ])
  func days(_ name: String) {
    #expect(read(name) == "2026-11-30")
  }

  @Test(
    "P06: what is no date is none, and of two that differ neither is taken",
    arguments: [
      "New Recording 12.m4a", "Voice 001.m4a", "lunch.wav", "", "1600 Pennsylvania Ave 3.m4a",
      "中山路 25 號.m4a", "20261330_123456.wav", "20261131_123456.wav", "20261130_240000.wav",
      "20261130_126000.wav", "20261130_123460.wav", "20261130240000.wav", "20230229_120000.wav",
      "21000229.wav", "19891231_120000.wav", "21010101_120000.wav", "00000000_000000.wav",
      "202611301234.wav", "120261130_123456.wav", "202611301234567.wav", "２０２６１１３０_１２３４５６.wav",
      "２20261130_123456.wav", "20261130２_123456.wav", "٢20261130.wav", "2026-1-30.wav",
      "2026-11.30 12.34.56.wav", "30-11-2026 12.34.56.wav", "261130.wav", "261130_0001.wav",
      "261130-123456.wav", "251330_123456.wav", "1796057600000.m4a",
      "20261130_123456 20261130_123457.wav", "20261130 20261129.wav",
      "20261130_123456 2026-11-29.wav", "0F3C2A7E-1B2D-4C3E-8F9A-0123456789AB",
    ])
  func nothing(_ name: String) {
    #expect(read(name) == "nothing")
  }

  @Test("A name that is not UTF-8 is read where it can be")
  func bytes() {
    let name = FileName(bytes: [0xF1] + Array("_20261130_123456.wav".utf8))
    #expect(NameMomentReader().read(name)?.day == CalendarDay(year: 2026, month: 11, day: 30))
  }
}
