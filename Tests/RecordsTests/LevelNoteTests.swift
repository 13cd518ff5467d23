import Records
import Testing

@Suite struct LevelNoteTests {
  private func notes(
    peak: Int = -1000, clipped: Int64 = 0, frames: Int64 = 100, channels: Int = 1
  ) -> [ReviewNote] {
    AudioReport(
      format: "wav", codec: "pcm_s16", sampleRate: 8000, channels: channels, frames: frames,
      peak: peak, clippedSamples: clipped
    ).reviewNotes
  }

  @Test("Silent is what stays below -60 dB throughout, to the hundredth")
  func silence() {
    #expect(notes(peak: -5_999) == [])
    #expect(notes(peak: -6_000) == [])
    #expect(notes(peak: -6_001).map(\.code) == [.silent])
    #expect(
      notes(peak: -7_234).map(\.message) == [
        "Nothing can be heard in the recording: its loudest sample is 72 dB below full scale."
      ])
    #expect(
      notes(peak: AudioReport.silence).map(\.message) == ["The recording is silence throughout."])
  }

  @Test("Clipped is more than one sample in a hundred, over all channels, however long it is")
  func clipping() {
    #expect(notes(clipped: 2, frames: 100, channels: 2) == [])
    #expect(notes(clipped: 3, frames: 100, channels: 2).map(\.code) == [.clipped])
    #expect(notes(clipped: 0, frames: 1) == [])
    #expect(notes(clipped: 1, frames: 99).map(\.code) == [.clipped])
    let longest = AudioReport.possibleClaims.upperBound
    #expect(notes(clipped: longest, frames: longest, channels: 32).map(\.code) == [.clipped])
    #expect(
      notes(clipped: 250, frames: 1000).map(\.message) == [
        "The recording is too loud: 25 % of its samples are at full scale, where sound is cut off."
      ])
  }

  @Test("A recording that breaks off and is silent says both")
  func both() {
    let report = AudioReport(
      format: "wav", codec: "pcm_s16", sampleRate: 8000, channels: 1, frames: 10,
      claimedFrames: 20)
    #expect(report.reviewNotes.map(\.code) == [.truncated, .silent])
  }
}
