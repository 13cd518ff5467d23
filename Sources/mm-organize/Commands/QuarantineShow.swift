import CommandLineTool
import Organizing
import Records
import Storage
import Text

/// `quarantine show`: one item with its files and its cure.
struct QuarantineShow {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    guard let id = try context.ids(.quarantine).first else { return }
    let store = try context.store(.readOnly)
    guard let item = try context.attempt({ try store.read { try $0.quarantineItem(id) } }) else {
      throw Failure(Refusal.noSuchRecord(id))
    }
    let cure = try CureAdvice(context, store).cure(of: item)
    if context.isJSON {
      return try context.output.write(item.json(zone: context.zone, cure: cure))
    }
    var table = Table([.left, .left])
    for (name, value) in rows(item, cure) {
      // A command is one to be copied whole.
      table.add([Table.Cell(name), Table.Cell(value, wraps: name != "type")])
    }
    for line in table.lines(columns: context.output.columns) { try context.output.line(line) }
  }

  private func rows(_ item: QuarantineItem, _ cure: QuarantineCure?) -> [(String, String)] {
    var rows = [
      ("id", "\(item.id)  \(item.state.rawValue)"), ("code", item.code.rawValue),
      ("what", item.code.sentence),
    ]
    if let found = found(in: item) { rows.append(("found", found.visible)) }
    if let cure {
      rows.append(("cure", cure.sentence.visible))
      rows += cure.commands.map { ("type", $0.visible) }
    }
    rows.append(
      ("set aside", Timestamp(item.at, offset: context.zone.offset(item.at.seconds)).description))
    rows.append(("inbox", item.inbox.visible))
    if let record = item.record { rows.append(("record", record.description)) }
    for file in item.files {
      rows.append((file.role.rawValue, "\(file.name)  \(file.bytes.counted("byte"))"))
      rows.append(("", context.paths.absolute(file.path)))
    }
    return rows
  }

  /// What was measured, without the code's own sentence, which stands above it.
  private func found(in item: QuarantineItem) -> String? {
    guard item.message.hasPrefix(item.code.sentence) else { return item.message }
    let rest = item.message.dropFirst(item.code.sentence.count).drop { $0 == " " }
    // In a line of the log it stands in brackets behind that sentence.
    let found = rest.hasPrefix("(") && rest.hasSuffix(")") ? rest.dropFirst().dropLast() : rest
    return found.isEmpty ? nil : String(found)
  }
}
