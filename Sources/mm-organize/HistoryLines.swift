import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// How operations of the journal look: their number first, which `undo --op` takes.
struct HistoryLines {
  let context: Context
  private let stories: StoryLines

  init(_ context: Context) {
    self.context = context
    stories = StoryLines(context)
  }

  func write(_ told: [(operation: Operation, story: [StoryEvent])]) throws(Failure) {
    if context.isJSON {
      return try context.output.write(
        .array(told.map { json($0.operation, $0.story, isUndone: $0.operation.undoneBy != nil) }))
    }
    var table = Table([.right, .left, .left, .left])
    for (operation, story) in told {
      let isUndone = operation.undoneBy != nil
      let back = operation.undoneBy.map { "  (taken back by \($0))" } ?? ""
      for (index, sentence) in sentences(operation, story).enumerated() {
        table.add([
          Table.Cell(index == 0 ? "\(operation.number)" : ""),
          dim(index == 0 ? stories.clock(operation.at) : ""),
          dim(index == 0 ? operation.program.rawValue : ""),
          isUndone ? dim(sentence + back) : Table.Cell(sentence),
        ])
      }
    }
    for line in table.lines() { try context.output.line(line) }
  }

  /// Of an undo or a redo one for all that it changed: what that was, the operation that it is of tells.
  private func sentences(_ operation: Operation, _ story: [StoryEvent]) -> [String] {
    if story.isEmpty { return ["\(operation.kind.rawValue): what it changed was purged since"] }
    guard let target = operation.target else { return story.map(sentence) }
    let records = story.compactMap(\.record).map(\.description).joined(separator: ", ")
    let verb = operation.kind == .undo ? "Took back" : "Returned"
    return ["\(verb) operation \(target): \(records)"]
  }

  func sentence(_ event: StoryEvent) -> String { stories.line(event) }

  func json(_ operation: Operation, _ story: [StoryEvent], isUndone: Bool) -> JSONValue {
    [
      "operation": .integer(operation.number), "at": .string(stories.timestamp(operation.at)),
      "program": .string(operation.program.rawValue), "kind": .string(operation.kind.rawValue),
      "undone": .bool(isUndone), "of": operation.target.map { .integer($0) } ?? .null,
      "records": .array(
        story.compactMap(\.record).reduce(into: []) { records, id in
          let text = JSONValue.string(id.description)
          if !records.contains(text) { records.append(text) }
        }),
      "events": .array(story.map(stories.json)),
    ]
  }

  private func dim(_ text: String) -> Table.Cell {
    Table.Cell(text, paint: { [context] in context.paint.dim($0) })
  }
}
