extension Capture {
  /// The identifier is another record's already: it stays empty here, and a note keeps it.
  public mutating func refuseWriterID(bearer: RecordID) {
    guard let refused = writerID else { return }
    writerID = nil
    sources[.id] = nil
    review.append(.identifierTaken(refused, bearer: bearer))
  }
}

extension SidecarRevision {
  /// The same for a revision.
  public mutating func refuseWriterID(bearer: RecordID) {
    guard let refused = writerID else { return }
    writerID = nil
    sources[.id] = nil
    review.append(.identifierTaken(refused, bearer: bearer))
  }
}

extension ReviewNote {
  fileprivate static func identifierTaken(_ id: String, bearer: RecordID) -> ReviewNote {
    ReviewNote(
      field: .id, code: .conflict,
      message: "The identifier is that of \(bearer) already, so this record has none.", text: id)
  }
}
