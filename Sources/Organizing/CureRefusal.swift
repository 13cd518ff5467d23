import Records

/// Why something set aside is not cured in the way that was asked for; it stays held.
public struct CureRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Cause: Hashable, Sendable {
    /// The verb does nothing for this code.
    case otherCure(verb: String)
    /// No sidecar can be read, and nothing was given.
    case nothingGiven
    /// `accept` without the word that the recording is given up.
    case givesUpRecording
    case noReadableSidecar
    case unreadable(sidecar: FileName)
    case noSuchFile(String)
    /// One of several recordings must be named.
    case severalRecordings
    /// The quarantine holds other bytes than were set aside.
    case damaged(FileName)
    case organized(RecordID, as: RecordID)
  }

  public let cause: Cause
  public let item: QuarantineItem

  init(_ cause: Cause, _ item: QuarantineItem) {
    self.cause = cause
    self.item = item
  }

  public var description: String {
    switch cause {
    case .otherCure(let verb):
      "'quarantine \(verb)' is no cure for \(item.id), which is \(item.code.rawValue)."
    case .nothingGiven:
      "\(item.id) has no one sidecar that can be read, so say what is right, at least the amount."
    case .givesUpRecording:
      "The recording of \(item.id) cannot be kept; say --without-audio to keep the amount alone."
    case .noReadableSidecar:
      "\(item.id) has no sidecar that can be read, so there is no amount to keep."
    case .unreadable(let name): "\(name) cannot be read, so say yourself what is right."
    case .noSuchFile(let name): "\(item.id) holds no file '\(name)' of this kind."
    case .severalRecordings:
      "\(item.id) holds several recordings; say with --recording which one it is for."
    case .damaged(let name): "\(name) is not any more what was set aside as \(item.id)."
    case .organized(let id, let transaction):
      "\(id) is organised as \(transaction) already, and no sidecar changes that."
    }
  }

  /// What to do instead; nil where that is the cure of the item.
  public var hint: String? {
    switch cause {
    case .organized(_, let transaction):
      "Compare them: 'mm-organize show \(transaction)'; then let this go: 'mm-organize quarantine drop \(item.id)'."
    case .noReadableSidecar:
      "Write the amount down: 'mm-organize add AMOUNT'; then let this go: 'mm-organize quarantine drop \(item.id)'."
    default: nil
    }
  }
}
