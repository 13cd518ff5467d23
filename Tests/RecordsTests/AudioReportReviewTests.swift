import Records
import Testing

@Suite("What a person should know of a recording's length")
struct AudioReportReviewTests {
  private func report(_ frames: Int64, rate: Int = 8_000, claimed: Int64? = nil) -> AudioReport {
    AudioReport(
      format: "mp3", codec: "mp3", sampleRate: rate, channels: 1, frames: frames,
      claimedFrames: claimed, peak: -600, rms: -1_200, waveform: [UInt8](repeating: 9, count: 200))
  }

  /// The first decoder's, which is not believed.
  private func doubtful(claimed: Int64? = nil) -> AudioReport {
    var report = report(8_000, claimed: claimed)
    report.countedFrames = 40_000
    return report
  }

  @Test(
    "A03: where nothing says how long it is, the second decoder counts, and the note names both")
  func disagreement() {
    let settled = doubtful().settled(by: .report(report(40_000)))
    #expect(settled.frames == 40_000)
    #expect(settled.countedFrames == nil)
    #expect(
      settled.reviewNotes == [
        ReviewNote(
          field: .audio, code: .headerWrong,
          message:
            "The file does not say how long it is: one decoder finds 1.0 s and the other 5.0 s, which is what counts.",
          text: nil)
      ])
  }

  @Test("Where both decoders find the same there is no note")
  func agreement() {
    #expect(doubtful().settled(by: .report(report(8_500))).reviewNotes.isEmpty)
    #expect(
      doubtful().settled(by: .report(report(44_100, rate: 44_100))).reviewNotes.isEmpty)
    #expect(doubtful(claimed: 8_400).settled(by: .report(report(8_500))).reviewNotes.isEmpty)
  }

  @Test("Where the header says how long the first of it is, that is named")
  func claim() {
    let settled = doubtful(claimed: 8_000).settled(by: .report(report(40_000)))
    #expect(
      settled.reviewNotes.map(\.message) == [
        "The header says 1.0 s, and 5.0 s were decoded, which is what counts."
      ])
  }

  @Test(
    "An MP3 whose Xing frame counts fewer frames than there are has a wrong header, and says how long it is"
  )
  func smallXingFrame() {
    // The first decoder leaves out what it knows of the encoder, the second one does not.
    let settled = doubtful(claimed: 8_000).settled(by: .report(report(40_000, claimed: 9_000)))
    #expect(
      settled.reviewNotes.map(\.message) == [
        "The header says 1.125 s, and 5.0 s were decoded, which is what counts."
      ])
  }

  @Test(
    "FLAC from a pipe that is damaged within names what its frames count and what could be decoded")
  func damagedFLAC() {
    var (first, second) = (doubtful(), report(39_000))
    (first.codec, second.codec) = ("flac", "flac")
    second.endedEarly = true
    #expect(
      first.settled(by: .report(second)).reviewNotes.map(\.message) == [
        "The recording breaks off: the header says 5.0 s, and 4.875 s could be decoded."
      ])
  }

  @Test("Where one of several joined recordings is not to be believed, the whole is not")
  func doubtfulPart() {
    let whole = report(16_000).joined(with: [doubtful()], rms: -900, recordings: 2)
    #expect(whole.countedFrames == 56_000)
  }

  @Test("Where it was joined, that says why they differ")
  func joint() {
    var second = report(40_000)
    second.joint = AudioReport.Joint(recordings: 2, firstMilliseconds: 1_000, isMixed: false)
    #expect(
      doubtful(claimed: 8_000).settled(by: .report(second)).reviewNotes.map(\.code) == [.joined])
  }

  @Test(
    "If the second decoder knows nothing of it, what the first one decoded is less than there is")
  func noSecondOpinion() {
    let settled = doubtful().settled(by: .rejected(.init(reason: .notAudio, detail: "")))
    #expect(settled.frames == 8_000)
    #expect(settled.looksUnfinished)
    #expect(
      settled.reviewNotes.map(\.message) == [
        "The recording breaks off: the header says 5.0 s, and 1.0 s could be decoded."
      ])
  }

  @Test("Joined recordings are one report whose frames are their time at the first one's rate")
  func joining() {
    var second = report(88_200, rate: 44_100, claimed: 88_200)
    second.clippedSamples = 300
    second.peak = -100
    second.waveform = [UInt8](repeating: 200, count: 200)
    let whole = report(16_000, claimed: 16_000).joined(with: [second], rms: -900, recordings: 2)
    #expect(whole.frames == 32_000)
    #expect(whole.claimedFrames == 32_000)
    #expect(whole.durationMilliseconds == 4000)
    #expect(whole.peak == -100 && whole.rms == -900)
    #expect(whole.clippedSamples == 300)
    #expect(
      whole.waveform == [UInt8](repeating: 9, count: 100) + [UInt8](repeating: 200, count: 100))
    #expect(
      whole.reviewNotes.map(\.message) == [
        "The file holds 2 recordings, one after the other: the first is 2.0 s long, and 4.0 s were decoded in all, which is what counts. They differ in sample rate or channels."
      ])
  }

  @Test(
    "More clipped samples than a report can hold, and claims beyond all measure, are cut to what it can"
  )
  func limits() {
    var second = report(10, rate: 768_000, claimed: 1 << 56)
    second.clippedSamples = 320
    var first = report(10, rate: 1_000, claimed: 1 << 56)
    first.countedFrames = nil
    let whole = first.joined(with: [second, second], rms: -900, recordings: 100_000)
    #expect(whole.clippedSamples == whole.frames)
    #expect(whole.claimedFrames == AudioReport.possibleClaims.upperBound)
    #expect(whole.joint?.recordings == 65_536)
    let answer = DecoderAnswer.report(whole)
    #expect((try? DecoderAnswer(message: answer.message)) == answer)
  }
}
