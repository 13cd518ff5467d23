import Hashing
import Records
import Storage

/// A sidecar of something set aside, read again.
struct QuarantinedSidecar: Hashable {
  let file: QuarantineItem.File
  let content: SidecarContent
  /// Nil where the bytes are no readable sidecar.
  let sidecar: Sidecar?
}

extension Organizer {
  func sidecars(of item: QuarantineItem) throws(StoreError) -> [QuarantinedSidecar] {
    let folder = QuarantineFolder(of: store)
    let reader = SidecarReader(SidecarContext(amounts: rules.amounts, zone: rules.zone))
    var sidecars: [QuarantinedSidecar] = []
    for file in item.files where file.role == .sidecar {
      let content = try folder.read(file).kept(by: rules.places[item.inbox])
      sidecars.append(
        QuarantinedSidecar(
          file: file, content: content, sidecar: try? reader.read(content.bytes, now: now)))
    }
    return sidecars
  }

  /// The capture with what a person says instead; the notes about those fields are settled by that.
  func corrected(_ capture: Capture, _ changes: FieldChanges) throws(FieldRefusal) -> Capture {
    var capture = capture
    (capture.fields, capture.sources) = try changes.applied(
      to: capture.fields, sources: capture.sources, amounts: rules.amounts)
    if let at = changes.at {
      capture.fields.capturedAt = at
      capture.sources[.capturedAt] = .user
    }
    let sources = capture.sources
    capture.review.removeAll { sources[$0.field] == .user }
    return capture
  }

  /// Without the identifier, where another record has it.
  func withFreeIdentifier(
    _ capture: Capture, _ reader: StoreReader
  ) throws(StoreError) -> Capture {
    var capture = capture
    if let id = capture.writerID, let other = try reader.quickRecord(writerID: id) {
      capture.refuseWriterID(bearer: other.id)
    }
    return capture
  }

  /// Changes an open record as a sidecar that came late does, and then as a person says.
  func revise(
    _ record: QuickRecord, by taken: QuarantinedSidecar?, _ changes: FieldChanges,
    _ writer: StoreWriter
  ) throws {
    var revision = SidecarRevision(
      of: record, by: taken?.sidecar ?? Sidecar(), matchedByNameAlone: false)
    if let id = revision.writerID, id != record.writerID,
      let other = try writer.quickRecord(writerID: id)
    {
      revision.refuseWriterID(bearer: other.id)
    }
    let capture = try corrected(Capture(revision), changes)
    // One that is taken as it stands is known again by its bytes when it is sent again.
    let isAsSent = changes == FieldChanges() && taken?.sidecar != nil
    let content = isAsSent ? taken?.content : nil
    try writer.revise(
      record.id,
      Revision(
        fields: capture.fields, sources: capture.sources, review: capture.review,
        writerID: capture.writerID,
        sidecar: content ?? SidecarContent(correcting: capture, of: record.audio?.sha256)),
      at: now)
  }
}

extension Capture {
  init(_ revision: SidecarRevision) {
    self.init(
      fields: revision.fields, sources: revision.sources, review: revision.review,
      writerID: revision.writerID)
  }
}

extension SidecarContent {
  /// The corrected sidecar, byte for byte as it is kept with its record.
  init(correcting capture: Capture, of recording: Digest?) {
    let bytes = capture.sidecar(of: recording)
    guard let digest = Digest(bytes: SHA256.hash(bytes)) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    self.init(bytes: bytes, sha256: digest)
  }
}
