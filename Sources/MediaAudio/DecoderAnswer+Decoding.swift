import Containers
import Levels
import Linux
import Records

extension DecoderAnswer {
  /// The whole judgement of one file, whose descriptor is not moved. Of several recordings in it each is decoded as a file of
  /// its own; if one cannot be decoded, the others count, and the whole as broken off.
  public init(decoding file: borrowing Descriptor) { self.init(decoding: FileStretch(of: file)) }

  /// Where the system could not read all of it, nothing is said of the recording.
  init(decoding file: FileStretch) {
    if let late = LateStart(of: file),
      case .report(var report) = DecoderAnswer(ofPartsIn: late.recording)
    {
      report.bytesBefore = late.skipped
      self = .report(report)
    } else {
      self = DecoderAnswer(ofPartsIn: file)
    }
    if let fault = file.fault { self = .unreadable(fault.description) }
  }

  private init(ofPartsIn file: FileStretch) {
    let parts = Joints.parts(of: file)
    var reports: [AudioReport] = []
    var failure: Rejection?
    for part in parts {
      do throws(Rejection) {
        reports.append(
          try MediaFile(parts.count == 1 ? file : file.part(part)).decodeToEnd())
      } catch { failure = failure ?? error }
    }
    guard var report = reports.first else {
      self = .rejected(failure ?? .empty)
      return
    }
    if parts.count > 1 {
      report = report.joined(with: Array(reports.dropFirst()), recordings: parts.count)
      report.joint?.hasMore = Joints.haveMore(parts, in: file)
    }
    if failure != nil { report.endedEarly = true }
    self = .report(report)
  }
}

extension AudioReport {
  /// One report of this recording and those that follow it.
  func joined(with others: [AudioReport], recordings: Int? = nil) -> AudioReport {
    let levels = ([self] + others).map { (level: $0.rms, length: $0.seconds) }
    return joined(
      with: others, rms: meanLevel(of: levels, silence: AudioReport.silence),
      recordings: recordings ?? others.count + 1)
  }
}
