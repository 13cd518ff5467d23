import Containers
import Levels
import Linux
import Records

extension DecoderAnswer {
  /// The whole judgement of one file, whatever the descriptor's position.
  public init(decoding file: borrowing Descriptor) {
    let file = FileStretch(of: file)
    let parts = Joints.parts(of: file)
    do throws(Rejection) {
      self = .report(
        parts.count == 1
          ? try SoundFile(file, isPart: false).decodeToEnd() : try AudioReport(of: parts, in: file))
    } catch { self = .rejected(error) }
  }
}

extension AudioReport {
  /// Every recording of several in one file. If one is of a kind that libsndfile does not know, all are for the other
  /// decoder; if one cannot be decoded, the others count, and the whole as broken off.
  fileprivate init(
    of parts: [Range<Int64>], in file: FileStretch
  ) throws(DecoderAnswer.Rejection) {
    var reports: [AudioReport] = []
    var failure: DecoderAnswer.Rejection?
    for part in parts {
      do throws(DecoderAnswer.Rejection) {
        reports.append(try SoundFile(file.part(part), isPart: true).decodeToEnd())
      } catch {
        if error.reason == .notAudio || error.reason == .otherFormat {
          throw DecoderAnswer.Rejection(reason: .otherFormat, detail: error.detail)
        }
        failure = failure ?? error
      }
    }
    guard let first = reports.first else {
      throw failure ?? DecoderAnswer.Rejection(reason: .noFrames, detail: "")
    }
    let levels = reports.map { (level: $0.rms, length: $0.seconds) }
    self = first.joined(
      with: Array(reports.dropFirst()),
      rms: meanLevel(of: levels, silence: AudioReport.silence), recordings: parts.count)
    if failure != nil { endedEarly = true }
  }
}
