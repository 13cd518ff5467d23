import Containers
import Levels
import Linux
import Records

extension DecoderAnswer {
  /// The whole judgement of one file, whatever the descriptor's position.
  public init(decoding file: borrowing Descriptor) { self.init(decoding: FileStretch(of: file)) }

  /// Where the system could not read all of it, nothing is said of the recording.
  init(decoding file: FileStretch) {
    do throws(Rejection) { self = .report(try AudioReport(decoding: file)) } catch {
      self = DecoderAnswer(decodingLate: file) ?? .rejected(error)
    }
    if let fault = file.fault { self = .unreadable(fault.description) }
  }

  /// Of what is refused, nil where no recording begins later in it, or none that can be decoded.
  private init?(decodingLate file: FileStretch) {
    guard file.fault == nil, let late = LateStart(of: file) else { return nil }
    do throws(Rejection) {
      var report = try AudioReport(decoding: late.recording, isPart: true)
      report.bytesBefore = late.skipped
      self = .report(report)
    } catch {
      guard error.reason == .otherFormat || error.reason == .outOfMemory else { return nil }
      self = .rejected(error)
    }
  }
}

extension AudioReport {
  /// What libsndfile does not know it need not be asked for. `isPart` where the file holds more than that.
  fileprivate init(
    decoding file: FileStretch, isPart: Bool = false
  ) throws(DecoderAnswer.Rejection) {
    if let kind = RecordingKind(of: file), !kind.isReadHere { throw .unknownFormat }
    let parts = Joints.parts(of: file)
    self =
      parts.count == 1
      ? try SoundFile(file, isPart: isPart).decodeToEnd() : try AudioReport(of: parts, in: file)
  }

  /// Every recording of several in one file. If one is of a kind that libsndfile does not know, all are for the other
  /// decoder; if one cannot be decoded, the others count, and the whole as broken off.
  fileprivate init(
    of parts: [Range<Int64>], in file: FileStretch
  ) throws(DecoderAnswer.Rejection) {
    let kinds = parts.lazy.map { RecordingKind(of: file.part($0)) }
    guard kinds.allSatisfy({ $0?.isReadHere ?? true }) else { throw .unknownFormat }
    var reports: [AudioReport] = []
    var failure: DecoderAnswer.Rejection?
    for part in parts {
      do throws(DecoderAnswer.Rejection) {
        reports.append(try SoundFile(file.part(part), isPart: true).decodeToEnd())
      } catch {
        if error.reason == .otherFormat { throw error }
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
    joint?.hasMore = Joints.haveMore(parts, in: file)
    if failure != nil { endedEarly = true }
  }
}
