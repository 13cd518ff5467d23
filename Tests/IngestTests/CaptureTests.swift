import Records
import Testing

@testable import Ingest

@Suite("What a memo says, put together")
struct CaptureTests {
  private let report = AudioReport(
    format: "m4a", codec: "aac", sampleRate: 1000, channels: 1, frames: 4000, peak: -602,
    texts: [
      AudioReport.TextTag(key: "title", value: "Coffee"),
      AudioReport.TextTag(key: "comment", value: "latte"),
      AudioReport.TextTag(key: "creation_time", value: "2026-11-30T12:34:56.000000Z"),
      AudioReport.TextTag(key: "location", value: "+25.0330+121.5654/"),
    ])

  private func capture(
    _ sidecar: Sidecar? = nil, _ report: AudioReport? = nil, name: String = "memo.m4a"
  ) -> Capture {
    Capture(
      sidecar: sidecar, report: report ?? self.report, name: FileName(name),
      modified: Instant(seconds: 1_700_000_000), zone: .fixed(28_800),
      now: Instant(seconds: 1_796_057_600))
  }

  @Test("Without a sidecar the recording speaks for itself, and never of money")
  func alone() {
    let capture = capture(name: "20261130_203450 120.50.m4a")
    #expect(capture.fields.amount == nil)
    #expect(capture.fields.capturedAt?.description == "2026-11-30T20:34:50+08:00")
    #expect(capture.fields.place?.coordinates?.latitude == "25.0330")
    #expect(capture.fields.note == "latte")
    #expect(capture.sources == [.capturedAt: .name, .place: .container, .note: .container])
    #expect(capture.review.isEmpty)
  }

  @Test("A sidecar comes first, field by field")
  func sidecarFirst() {
    var sidecar = Sidecar()
    sidecar.fields.note = "mine"
    sidecar.fields.capturedAt = CalendarDay(year: 2026, month: 11, day: 1).map(Moment.day)
    sidecar.given = [.note, .capturedAt]
    let capture = capture(sidecar, name: "20190302_062955.m4a")
    #expect(capture.fields.note == "mine")
    #expect(capture.fields.capturedAt?.description == "2026-11-01")
    #expect(capture.fields.place?.coordinates?.longitude == "121.5654")
    #expect(capture.sources == [.capturedAt: .sidecar, .note: .sidecar, .place: .container])
    #expect(capture.review.isEmpty)
  }

  @Test("P04: the order is sidecar, container, name, time of the file")
  func order() {
    var silent = report
    silent.texts = []
    #expect(capture().sources[.capturedAt] == .container)
    #expect(capture(nil, silent, name: "20190302_062955.m4a").sources[.capturedAt] == .name)
    let last = capture(nil, silent)
    #expect(last.sources == [.capturedAt: .fileTime])
    #expect(last.fields.capturedAt?.description == "2023-11-15T06:13:20+08:00")
  }

  @Test("A time that is in doubt is kept with a note beside those of the sidecar and the sound")
  func doubt() {
    var cut = report
    cut.endedEarly = true
    let capture = capture(nil, cut, name: "20190302_062955.m4a")
    #expect(capture.review.map(\.code) == [.truncated, .dateUncertain])
    #expect(capture.sources[.capturedAt] == .container)
  }
}
