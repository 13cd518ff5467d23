import CommandLineTool
import Configuration
import JSON
import Linux
import Organizing
import Records
import Storage

/// What every verb works with: the command line, the settings, the store, and where answers go.
struct Context {
  let arguments: Arguments
  let output: Output
  let settings: Settings
  let zone: TimeZoneRules
  let now: Instant
  let paint: Paint

  init(_ arguments: Arguments, _ output: Output) throws(Failure) {
    self.arguments = arguments
    self.output = output
    do throws(ConfigurationError) {
      settings = try Settings.load(
        SettingOptions(
          config: arguments.value("--config"), store: arguments.value("--store"),
          inboxes: arguments.values("--inbox")))
    } catch { throw Failure(error) }
    for notice in settings.notices where notice.cause == .unknownVariable {
      output.note(notice.description)
    }
    if let name = settings.defaults.timeZone { _ = LocalTime.use(zone: name) }
    zone = TimeZoneRules { LocalTime.offset(atSecondsSinceEpoch: $0) }
    now = Instant(nanoseconds: wallClock())
    paint = Paint(
      arguments.value("--color").flatMap(Paint.When.init(rawValue:)) ?? .auto,
      isTerminal: output.isTerminal)
  }

  var rules: OrganizingRules {
    OrganizingRules(
      type: settings.defaults.type,
      amounts: AmountReader(
        configured: settings.defaults.currency, decimalMark: settings.defaults.decimalMark),
      zone: zone, places: places)
  }

  /// What is of no inbox goes by the first.
  var places: PlaceRules {
    PlaceRules(
      Dictionary(
        settings.inboxes.map { ((try? canonicalPath($0.path)) ?? $0.path, $0.place) },
        uniquingKeysWith: { one, _ in one }),
      general: settings.inboxes.first?.place ?? .keep)
  }

  /// One that works now, or at the given instant in a program that runs for a while.
  func organizer(_ store: Store, at instant: Instant? = nil) -> Organizer {
    Organizer(store: store, rules: rules, now: instant ?? now)
  }

  var isJSON: Bool { arguments.has("--json") }
  var isDryRun: Bool { arguments.has("--dry-run") }
  var today: CalendarDay { Timestamp(now, offset: zone.offset(now.seconds)).day }
  var paths: StorePaths { StorePaths(root: settings.store.path) }

  func store(_ access: Store.Access) throws(Failure) -> Store {
    try requireStorePlace(toMake: access == .createIfMissing)
    do throws(StoreError) { return try Store(at: paths, access) } catch { throw Failure(error) }
  }

  /// Throws where no store may lie at its place; one that is to be made there, where it would lie inside an inbox, or
  /// an inbox in it.
  func requireStorePlace(toMake isMade: Bool) throws(Failure) {
    if settings.store.network == .refuse {
      do throws(StoreError) { try StorePlace.requireLocal(paths) } catch { throw Failure(error) }
    }
    guard isMade,
      let nesting = FolderNesting.find(
        store: canonicalPlace(paths.root), inboxes: settings.inboxes.map { canonicalPlace($0.path) }
      )
    else { return }
    throw Failure(.badConfiguration, "nested", nesting.description, hint: nesting.cure)
  }

  /// Runs work on the store, its errors as failures.
  func attempt<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do { return try body() } catch { throw Failure(any: error) }
  }

  func read<Result>(_ body: (StoreReader) throws -> Result) throws(Failure) -> Result {
    let store = try store(.readOnly)
    return try attempt { try store.read(body) }
  }

  /// The operands as IDs of the kinds that the verb takes.
  func ids(_ kinds: RecordID.Kind...) throws(Failure) -> [RecordID] { try ids(kinds) }

  func ids(_ kinds: [RecordID.Kind]) throws(Failure) -> [RecordID] {
    try ids(kinds, of: arguments.operands)
  }

  func ids(_ kinds: [RecordID.Kind], of words: [String]) throws(Failure) -> [RecordID] {
    var ids: [RecordID] = []
    for word in words {
      guard let id = RecordID(word) else {
        throw Failure(
          .usage, "no-id", "'\(word.visible)' is no ID.",
          hint: WordAdvice(arguments).hint(for: word, among: words))
      }
      guard kinds.contains(id.kind) else {
        throw Failure(
          .notFound, "wrong-kind", "\(id) is \(id.kind.phrase), which this command does not take.",
          hint: WordAdvice(arguments).hint(for: id, kinds))
      }
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }
}

extension RecordID.Kind {
  fileprivate var phrase: String {
    switch self {
    case .quickRecord: "a quick record"
    case .transaction: "a transaction"
    case .quarantine: "something set aside"
    }
  }
}
