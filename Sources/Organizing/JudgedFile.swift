import Records
import Storage

/// A named recording with what decoding it showed.
public struct JudgedFile {
  public let file: NamedFile
  public let report: AudioReport
  /// As the store may know it.
  let name: FileName

  public init(_ file: NamedFile, _ report: AudioReport, keeping places: PlaceRule = .keep) {
    self.file = file
    self.report = places.report(report)
    name = places.name(file.name)
  }

  /// Durable in the archive under its final name.
  func placed() throws(StoreError) -> NewRecording {
    let (uuid, path) = try file.place(extension: report.fileExtension)
    return recording(uuid, path)
  }

  /// As it would be placed, for a dry run.
  func planned(now: Instant) -> NewRecording {
    let uuid = UUID(milliseconds: now.milliseconds)
    let day = Timestamp(now, offset: 0).day.description.split(separator: "-")
    return recording(uuid, "audio/\(day[0])/\(day[1])/\(uuid).\(report.fileExtension)")
  }

  private func recording(_ uuid: UUID, _ path: String) -> NewRecording {
    NewRecording(uuid: uuid, sha256: file.sha256, path: path, bytes: file.size, report: report)
  }
}

extension AudioReference {
  init(_ new: NewRecording) {
    self.init(
      uuid: new.uuid, sha256: new.sha256, path: new.path, present: false,
      format: new.report.format, codec: new.report.codec, sampleRate: new.report.sampleRate,
      channels: new.report.channels, frames: new.report.frames, bytes: new.bytes,
      waveform: new.report.waveform)
  }
}
