import Organizing
import Records
import Storage
import Text

/// What the loop remembers of the past: transactions that a record is compared with, and the names that Tab offers. Each is
/// read once, and the names not before somebody asks for them.
final class PastMemory {
  private let store: Store
  private var recent: [PastTransaction]?
  private var byTag: [Tag: [PastTransaction]] = [:]
  private var tags: [NameCount]?
  private var places: [NameCount]?
  private var suggestions: PlaceSuggestions?
  private let gazetteer: Gazetteer

  /// How many of the latest transactions are compared, and how many more with each tag of a record.
  private static let recentCount = 1000
  private static let countPerTag = 200
  /// How many of the latest visits of places say which of them is likely.
  private static let visitCount = 5000
  /// How many names a Tab goes through.
  private static let offered = 20

  init(_ store: Store, gazetteer: Gazetteer) {
    self.store = store
    self.gazetteer = gazetteer
  }

  func past(for subject: RecordForm.Subject) throws -> [PastTransaction] {
    guard case .quickRecord(let record) = subject else { return [] }
    var past = try recent ?? store.read { try $0.recentTransactions(PastMemory.recentCount) }
    recent = past
    for tag in record.fields.tags {
      let more =
        try byTag[tag]
        ?? store.read { try $0.recentTransactions(with: tag, PastMemory.countPerTag) }
      byTag[tag] = more
      past += more
    }
    return past
  }

  func add(_ transaction: Transaction) {
    let new = PastTransaction(
      id: transaction.id, tags: transaction.fields.tags, place: transaction.fields.place,
      type: transaction.fields.type, occurredAt: transaction.occurredAt)
    recent?.insert(new, at: 0)
    noteNames(of: transaction.fields)
  }

  /// The names are read once more where there is a new one; how often one is used may be a little old.
  func noteNames(of fields: RecordFields) {
    let known = Set(tags?.map(\.name) ?? [])
    if fields.tags.contains(where: { !known.contains($0.name) }) { tags = nil }
    if let name = fields.place?.name, places?.contains(where: { $0.name == name }) == false {
      places = nil
      suggestions = nil
    }
  }

  /// After a transaction was changed or taken back.
  func forget() {
    recent = nil
    byTag = [:]
  }

  /// What Tab puts in the place of what was typed: the tags that are used most first, the places that are likely where and
  /// when the record was made. A store that cannot be read offers nothing.
  func candidates(_ typed: String, in entry: RecordForm.Entry, of fields: RecordFields) -> [String]
  {
    switch entry {
    case .tags: tagCandidates(typed)
    case .place: placeCandidates(typed, fields)
    case .kind: fitting(typed, TransactionType.allCases.map(\.rawValue))
    case .amount, .date, .note: []
    }
  }

  /// A sign before the tag stays.
  private func tagCandidates(_ typed: String) -> [String] {
    let sign = typed.prefix { $0 == "+" || $0 == "-" }.prefix(1)
    let found = fitting(String(typed.dropFirst(sign.count)), tagCounts().map(\.name)) { name in
      // Commas separate tags in a line.
      guard Tag.comma(in: name) == nil, let tag = try? Tag(name) else { return false }
      return (try? store.read { try $0.isUsed(tag) }) ?? false
    }
    return found.map { sign + $0 }
  }

  /// Those that are likely, then all others.
  private func placeCandidates(_ typed: String, _ fields: RecordFields) -> [String] {
    let likely = placeSuggestions().ranked(
      near: fields.place?.coordinates, at: fields.capturedAt, typed: typed,
      limit: PastMemory.offered
    ).map(\.name).filter { $0.visible == $0 }
    let known = Set(likely)
    let others = fitting(typed, placeCounts().map(\.name)).filter { !known.contains($0) }
    return Array((likely + others).prefix(PastMemory.offered))
  }

  private func fitting(
    _ typed: String, _ names: [String], where isOffered: (String) -> Bool = { _ in true }
  ) -> [String] {
    let key = typed.caseFoldedNFC
    var found: [String] = []
    // What a terminal would obey is not put into a line; it can be typed as a whole only.
    for name in names where name.caseFoldedNFC.hasPrefix(key) && name.visible == name {
      if found.count == PastMemory.offered { break }
      if isOffered(name) { found.append(name) }
    }
    return found
  }

  private func tagCounts() -> [NameCount] {
    if let tags { return tags }
    tags = (try? store.read { try $0.tagCounts() }) ?? []
    return tags ?? []
  }

  private func placeSuggestions() -> PlaceSuggestions {
    if let suggestions { return suggestions }
    let past = (try? store.read { try $0.placeVisits(last: PastMemory.visitCount) }) ?? []
    let made = PlaceSuggestions(past: past, gazetteer: gazetteer)
    suggestions = made
    return made
  }

  private func placeCounts() -> [NameCount] {
    if let places { return places }
    places = (try? store.read { try $0.placeCounts() }) ?? []
    return places ?? []
  }
}
