import CommandLineTool
import Organizing
import Records
import Storage

/// The query that options give; the same words everywhere, but that those of fields set fields where a command has these.
struct GivenQuery {
  let context: Context

  /// Whether `--tag`, `--type`, `--place` and `--currency` say what is to be changed.
  private var isBesideFields: Bool { ["organize", "edit"].contains(context.arguments.command) }

  private func values(_ name: String, or plain: String) -> [String] {
    context.arguments.values(name) + (isBesideFields ? [] : context.arguments.values(plain))
  }

  func query(_ state: RecordQuery.State) throws(Failure) -> RecordQuery {
    let arguments = context.arguments
    let given = GivenFields(context: context)
    var query = RecordQuery(state)
    if let text = arguments.value("--on") {
      let range = try range(text)
      query.from = range.first
      query.to = range.last
    }
    if let text = arguments.value("--from") { query.from = try range(text).first }
    if let text = arguments.value("--to") { query.to = try range(text).last }
    query.tags = try values("--with-tag", or: "--tag").map { text throws(Failure) in
      try given.tag(text)
    }
    query.withoutTags = try arguments.values("--without-tag").map { text throws(Failure) in
      try given.tag(text)
    }
    query.text = arguments.value("--text")
    query.currency = try values("--in-currency", or: "--currency").last.map {
      code throws(Failure) in try given.currency(code)
    }
    query.minimum = try arguments.value("--min").map { text throws(Failure) in
      try given.amount(text, currency: query.currency)
    }
    query.maximum = try arguments.value("--max").map { text throws(Failure) in
      try given.amount(text, currency: query.currency)
    }
    query.type = values("--of-type", or: "--type").last.flatMap(TransactionType.init(rawValue:))
    query.place = values("--at-place", or: "--place").last
    if arguments.has("--has-audio") { query.hasAudio = true }
    if arguments.has("--needs-review") { query.needsReview = true }
    return query
  }

  private func range(_ text: String) throws(Failure) -> DayRange {
    do throws(DayRange.Unclear) { return try DayRange(text, today: context.today) } catch {
      throw Failure(.badData, "day-unclear", error.description)
    }
  }
}
