import Records
import Storage

/// What is derived from what was given, and what records say of one another.
struct RecordCheck {
  let reader: StoreReader

  /// A moment's instant and day are those of its text, read anew.
  func moments() throws(StoreError) -> [Problem] {
    let moments = MomentReader(zone: TimeZoneRules { _ in 0 }, now: Instant(nanoseconds: .max))
    var problems: [Problem] = []
    try reader.forEachMoment { columns in
      let moment = try? moments.read(columns.text).moment
      if let moment, moment.description == columns.text,
        moment.instant.nanoseconds == columns.instant, moment.day.description == columns.day
      {
        return
      }
      let said = "\(columns.column) is \"\(columns.text)\", "
      let wrong =
        moment.map {
          "which is on \($0.day) and not \(columns.day), or at another instant than it is sorted by"
        } ?? "which is no date"
      problems.append(
        Problem(
          .momentWrong, columns.record,
          "\(said)\(wrong), so that lists and totals are wrong. Put a backup in the store's place."
        ))
    }
    return problems
  }

  /// A tag's key is what the rule makes of its name.
  func tags() throws(StoreError) -> [Problem] {
    let rule = try reader.tagRule()
    guard rule == "1" else {
      return [
        Problem(
          .tagRuleUnknown,
          "Tags are compared by rule \(rule ?? "none"), which this program does not know. Put a backup in the store's place."
        )
      ]
    }
    var problems: [Problem] = []
    try reader.forEachTag { record, name, key in
      let tag = try? Tag(name)
      guard tag?.key != key || tag?.name != name else { return }
      problems.append(
        Problem(
          .tagWrong, record,
          "The tag \"\(name)\" is filed under \"\(key)\", so that it is not found. Put a backup in the store's place."
        ))
    }
    return problems
  }

  func currencies() throws(StoreError) -> [Problem] {
    var problems: [Problem] = []
    try reader.forEachCurrency { record, code in
      guard Currency(code: code)?.code != code else { return }
      problems.append(
        Problem(
          .currencyUnknown, record,
          "Its currency is \"\(code)\", which is none, so that its amount is shown nowhere. Put a backup in the store's place."
        ))
    }
    return problems
  }

  /// Each is one, and no two are the same.
  func identifiers() throws(StoreError) -> [Problem] {
    var seen: Set<UUID> = []
    var problems: [Problem] = []
    try reader.forEachUUID { record, text in
      let uuid = UUID(text)
      if let uuid, seen.insert(uuid).inserted { return }
      problems.append(
        Problem(
          .uuidWrong, record,
          "\(record?.description ?? "A recording") has \"\(text)\" for its UUID, which \(uuid == nil ? "is none" : "another has too"). Put a backup in the store's place."
        ))
    }
    return problems
  }

  func links() throws(StoreError) -> [Problem] {
    try reader.linkFaults().map { fault in
      let (record, other) = (fault.record, fault.other.map(\.description) ?? "")
      return switch fault.kind {
      case .twin:
        Problem(
          .twinRecords, record,
          "\(record) has the same recording as \(other). Delete one of them: 'mm-organize delete \(record)'."
        )
      case .unlinked:
        Problem(
          .linkBroken, record,
          "\(record) is organised, and no transaction is made of it. Put a backup in the store's place."
        )
      case .unmarked:
        Problem(
          .linkBroken, record,
          "\(other) is made of \(record), which is not marked as organised. Put a backup in the store's place."
        )
      case .baseless:
        Problem(
          .linkBroken, record,
          "\(record) is made of no quick record. Put a backup in the store's place.")
      case .undermined:
        Problem(
          .linkBroken, record,
          "\(record) is made of \(other), which is deleted. Restore that: 'mm-organize restore \(other)'."
        )
      }
    }
  }

  func recordings() throws(StoreError) -> [Problem] {
    try reader.unusedRecordings().map { path in
      Problem(
        .recordingUnused, path: path,
        "No record has this recording. Listen to it, and look for its record in a backup.")
    }
  }
}
