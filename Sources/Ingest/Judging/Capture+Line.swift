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
}
