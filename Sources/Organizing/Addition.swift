import Records
import Storage

/// A quick record from the keyboard, with a recording or without, before it is in a store.
public struct Addition {
  public let fields: RecordFields
  public let sources: [Field: FieldSource]
  let review: [ReviewNote]
  let recording: JudgedFile?

  /// The changes first, then what the recording itself tells. Without a recording it is captured now.
  public init(
    _ changes: FieldChanges, recording: JudgedFile? = nil, rules: OrganizingRules, now: Instant
  ) throws(FieldRefusal) {
    var (fields, sources) = try changes.applied(
      to: RecordFields(), sources: [:], amounts: rules.amounts)
    if let at = changes.at {
      fields.capturedAt = at
      sources[.capturedAt] = .user
    }
    if let recording {
      let facts = RecordingFacts(
        recording.report, name: recording.name, zone: rules.zone, now: now)
      review =
        recording.report.reviewNotes
        + facts.complete(
          &fields, &sources, modified: recording.file.modified, zone: rules.zone)
    } else {
      review = []
      if changes.at == nil {
        fields.capturedAt = .time(Timestamp(now, offset: rules.zone.offset(now.seconds)))
        sources[.capturedAt] = .defaults
      }
    }
    self.fields = fields
    self.sources = sources
    self.recording = recording
  }

  /// What a store that is not there yet would hold.
  public func preview(now: Instant) -> QuickRecord {
    QuickRecord(
      id: RecordID(.quickRecord, 1), uuid: UUID(milliseconds: now.milliseconds), fields: fields,
      sources: sources, review: review,
      audio: recording.map { AudioReference($0.planned(now: now)) },
      sourceName: recording?.name, writerID: nil, createdAt: now, transactions: [],
      deleted: false)
  }
}

extension Organizer {
  /// Refused where the recording is that of another record. The file that it was copied from stays as it is.
  public func add(_ addition: Addition, dryRun: Bool = false) throws -> QuickRecord {
    let recording = addition.recording
    do {
      return try rollingBack(if: dryRun) { writer in
        if let recording, let deleted = try deletedTwin(of: recording, writer) {
          throw AdditionRefusal.deletedTwin(deleted)
        }
        let new = try recording.map { try place($0, dryRun: dryRun) }
        return try writer.operation(.capture, by: .organize, at: now) {
          try insert(addition, new, writer)
        }
      }
    } catch {
      // A COMMIT that failed may yet come to life after a crash, and would then name this file.
      if !store.mayYetCommit { recording?.file.withdraw() }
      throw error
    }
  }

  /// Into the archive before COMMIT names it (invariant 2).
  func place(_ recording: JudgedFile, dryRun: Bool) throws -> NewRecording {
    dryRun ? recording.planned(now: now) : try recording.placed()
  }

  func deletedTwin(
    of recording: JudgedFile, _ reader: StoreReader
  ) throws(StoreError) -> RecordID? {
    let digest = recording.file.sha256
    guard try reader.liveQuickRecord(digest: digest) == nil else { return nil }
    return try reader.deletedQuickRecord(digest: digest)?.id
  }

  private func insert(
    _ addition: Addition, _ recording: NewRecording?, _ writer: StoreWriter
  ) throws -> QuickRecord {
    let id = try writer.insert(
      NewQuickRecord(
        uuid: UUID(milliseconds: now.milliseconds), fields: addition.fields,
        sources: addition.sources, review: addition.review,
        recording: recording, sourceName: addition.recording?.name, createdAt: now))
    guard let record = try writer.quickRecord(id) else {
      throw StoreError.refused(.noSuchRecord(id))
    }
    return record
  }
}

/// Why a record is not added.
public enum AdditionRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The recording was a record once; anew it would be a second one of the same memo.
  case deletedTwin(RecordID)

  public var description: String {
    switch self {
    case .deletedTwin(let id): "The same recording was \(id) once, which has been deleted."
    }
  }
}
