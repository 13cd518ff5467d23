import CommandLineTool
import JSON
import Organizing
import Records
import Text

/// How a story looks: a line for each event, or a document.
struct StoryLines {
  let context: Context
  init(_ context: Context) { self.context = context }

  func write(_ events: [StoryEvent]) throws(Failure) {
    if context.isJSON { return try context.output.write(.array(events.map(json))) }
    var table = Table([.left, .left, .left])
    for event in events {
      table.add([
        Table.Cell(clock(event.at), paint: { [context] in context.paint.dim($0) }),
        Table.Cell(event.program?.rawValue ?? "", paint: { [context] in context.paint.dim($0) }),
        Table.Cell(line(event)),
      ])
    }
    for line in table.lines() { try context.output.line(line) }
  }

  /// `Recorded lunch.wav without a sidecar as q12: tags food, lunch (sidecar), type expense -> income (user)`
  func line(_ event: StoryEvent) -> String {
    let changes = line(event.changes)
    guard !changes.isEmpty else { return event.message.visible }
    let message = event.message.hasSuffix(".") ? String(event.message.dropLast()) : event.message
    return "\(message.visible): \(changes)"
  }

  /// `tags food, lunch (sidecar), type expense -> income (user)`
  func line(_ changes: [StoryChange]) -> String {
    changes.filter { $0.field != "deleted" && $0.field != "state" }
      .map { change in
        let to = text(change.to)
        let value = change.from.map { "\(text($0)) -> \(to)" } ?? to
        let name = change.field.split(separator: "_").joined(separator: " ")
        return "\(name) \(value)" + (change.source.map { " (\($0.rawValue))" } ?? "")
      }.joined(separator: ", ")
  }

  private func text(_ value: StoryChange.Value?) -> String {
    switch value {
    case .money(let money)?: money.text(context.settings.defaults.decimalMark)
    case .text(let text)?: text.visible.cut(toWidth: 60)
    case .digest(let digest)?: String(digest.description.prefix(12))
    case nil: "none"
    }
  }

  /// `2026-11-30 12:34:56`, as a clock of the configured zone showed it.
  func clock(_ at: Instant) -> String {
    let text = timestamp(at)
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
  }

  func timestamp(_ at: Instant) -> String {
    Timestamp(at, offset: context.zone.offset(at.seconds)).description
  }

  func json(_ event: StoryEvent) -> JSONValue {
    [
      "at": .string(timestamp(event.at)), "event": .string(event.kind.rawValue),
      "program": JSONValue(event.program?.rawValue),
      "record": JSONValue(event.record?.description), "code": JSONValue(event.code),
      "message": .string(event.message), "changes": .array(event.changes.map(json)),
      "until": JSONValue(event.until.map(timestamp)),
      "times": event.times.map { .integer($0) } ?? .null,
    ]
  }

  private func json(_ change: StoryChange) -> JSONValue {
    [
      "field": .string(change.field), "from": json(change.from), "to": json(change.to),
      "source": JSONValue(change.source?.rawValue),
    ]
  }

  private func json(_ value: StoryChange.Value?) -> JSONValue {
    switch value {
    case .money(let money)?: .string(money.description)
    case .text(let text)?: .string(text)
    case .digest(let digest)?: .string(digest.description)
    case nil: .null
    }
  }
}
