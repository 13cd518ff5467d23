import Records

extension Capture {
  /// The rest of a log line: `lunch.wav 4.2s TWD 120.00 [food, lunch]`, without what is missing.
  func line(_ name: FileName, _ report: AudioReport) -> String {
    var parts = ["\(name)", "\(secondsNumber(report.durationMilliseconds))s"]
    if let amount = fields.amount { parts.append(amount.description) }
    if !fields.tags.isEmpty {
      parts.append("[\(fields.tags.map(\.name).joined(separator: ", "))]")
    }
    if !review.isEmpty { parts.append("(\(review.map(\.code.rawValue).joined(separator: ", ")))") }
    return parts.joined(separator: " ")
  }

  /// The identifier is another record's already: it stays empty here, and a note keeps it.
  mutating func refuseWriterID(bearer: RecordID) {
    guard let refused = writerID else { return }
    writerID = nil
    sources[.id] = nil
    review.append(.identifierTaken(refused, bearer: bearer))
  }
}

extension SidecarRevision {
  mutating func refuseWriterID(bearer: RecordID) {
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
