import Records

/// Something in a store that is not as it must be.
public struct Problem: Hashable, Sendable {
  public let code: ProblemCode
  /// The record or item that it is about; nil where it is of none.
  public let id: RecordID?
  /// The file that it is about, relative to the store, or in an inbox; nil where it is of none.
  public let path: String?
  /// Whole sentences: what is wrong, and what to do.
  public let message: String

  public init(_ code: ProblemCode, _ id: RecordID?, path: String? = nil, _ message: String) {
    self.code = code
    self.id = id
    self.path = path
    self.message = message
  }

  /// Of no record.
  public init(_ code: ProblemCode, path: String? = nil, _ message: String) {
    self.init(code, nil, path: path, message)
  }
}

/// What can be wrong with a store. Stable.
public enum ProblemCode: String, Sendable, CaseIterable {
  case databaseDamaged = "database-damaged"
  case schemaAltered = "schema-altered"
  case danglingReference = "dangling-reference"

  case operationOpen = "operation-open"
  case rowLost = "row-lost"
  case rowUnrecorded = "row-unrecorded"
  case rowAltered = "row-altered"
  case journalBroken = "journal-broken"
  case numberRepeated = "number-repeated"

  case outcomeCount = "outcome-count"
  case outcomeDangling = "outcome-dangling"
  case outcomeMissing = "outcome-missing"
  case outcomeRepeated = "outcome-repeated"
  case outcomeAltered = "outcome-altered"
  case keptFileWrong = "kept-file-wrong"
  case daemonSum = "daemon-sum"
  case daemonAhead = "daemon-ahead"
  case daemonBehind = "daemon-behind"

  case twinRecords = "twin-records"
  case linkBroken = "link-broken"
  case countedTwice = "counted-twice"
  case partsUneven = "parts-uneven"
  case refundWrong = "refund-wrong"
  case recordingUnused = "recording-unused"
  case uuidWrong = "uuid-wrong"
  case momentWrong = "moment-wrong"
  case tagRuleUnknown = "tag-rule-unknown"
  case tagWrong = "tag-wrong"
  case currencyUnknown = "currency-unknown"
  case dayTotalWrong = "day-total-wrong"

  case pathStrange = "path-strange"
  case fileMissing = "file-missing"
  case fileWrongKind = "file-wrong-kind"
  case fileWrongSize = "file-wrong-size"
  case reasonWrong = "reason-wrong"
  case fileStray = "file-stray"
  case fileLeftover = "file-leftover"
  case purgedInUse = "purged-in-use"

  case removalPending = "removal-pending"
  case suspect

  // Found by reading every file.
  case fileUnreadable = "file-unreadable"
  case fileOtherBytes = "file-other-bytes"
  case recordingUndecodable = "recording-undecodable"
  case recordingOtherFrames = "recording-other-frames"
}
