import CLibAV
import Containers
import Linux
import Records

extension DecoderAnswer.Rejection {
  static let empty = DecoderAnswer.Rejection(reason: .unfinished, detail: "The file is empty.")

  static let outOfMemory = DecoderAnswer.Rejection(
    reason: .outOfMemory, detail: errorText(Int32(MM_AV_NO_MEMORY)))

  /// Nil for parameters that a recording may have.
  init?(impossibleChannels channels: Int, sampleRate: Int) {
    guard
      !AudioReport.possibleChannels.contains(channels)
        || !AudioReport.possibleSampleRates.contains(sampleRate)
    else { return nil }
    self.init(reason: .badParameters, detail: "\(channels) channels at \(sampleRate) Hz")
  }

  /// A file that begins like none that may be opened.
  init(unknown file: FileStretch) {
    // Tags may be long, with pictures in them, and the recording comes after them.
    let start = endOfID3Tags(in: file, from: 0)
    let head = file.header(at: start, count: 16)
    let isTagAlone = start > 0 && head.isEmpty
    if head.count < 16, isTagAlone || RecordingKind(beginning: head) != nil {
      self.init(reason: .unfinished, detail: "It ends within its header, after \(file.size) bytes.")
    } else {
      self.init(
        reason: .notAudio, detail: "It was not recognised as audio by its content.")
    }
  }

  /// What libav refused is unfinished where the container is visibly not whole.
  func consideringCut(_ end: ContainerEnd, size: Int64) -> DecoderAnswer.Rejection {
    guard reason == .notAudio || reason == .noFrames else { return self }
    if end.lacksIndex {
      return DecoderAnswer.Rejection(
        reason: .unfinished,
        detail: "It has no index (moov), which a recorder writes when it finishes.")
    }
    guard end.isCut || end.hasOnlyBegun else { return self }
    return DecoderAnswer.Rejection(
      reason: .unfinished,
      detail: "It breaks off after \(size) bytes, and nothing in it can be decoded.")
  }
}
