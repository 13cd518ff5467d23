import CommandLineTool
import Organizing
import Records
import Text

/// How records look in lists.
struct RecordLines {
  let paint: Paint
  private let income: Paint.Color
  private let expense: Paint.Color
  private let decimalMark: DecimalMark

  init(_ context: Context) {
    paint = context.paint
    let display = context.settings.display
    income = Paint.Color(display.incomeColor)
    expense = Paint.Color(display.expenseColor)
    decimalMark = context.settings.defaults.decimalMark
  }

  func color(_ type: TransactionType) -> Paint.Color { type == .income ? income : expense }

  /// A line for each record, in their order.
  func captures(_ records: [QuickRecord]) -> [String] {
    var table = Table([.left, .left, .right, .left, .right, .left, .left, .left])
    for record in records {
      table.add([
        Table.Cell(record.id.description), Table.Cell(clock(record.fields.capturedAt)),
        amount(record.fields), type(record.fields),
        Table.Cell(record.audio.map { secondsText($0.durationMilliseconds) } ?? ""),
        Table.Cell(tags(record.fields)), Table.Cell(place(record.fields)),
        Table.Cell(marks(record), paint: { [paint] in paint.colored($0, .yellow) }),
      ])
    }
    return table.lines(indent: 2)
  }

  /// A line for each transaction, in their order.
  func transactions(_ transactions: [Transaction]) -> [String] {
    var table = Table([.left, .left, .right, .left, .left, .left])
    for transaction in transactions {
      table.add([
        Table.Cell(transaction.id.description), Table.Cell(clock(transaction.occurredAt)),
        amount(transaction.fields), type(transaction.fields), Table.Cell(tags(transaction.fields)),
        Table.Cell(
          ([place(transaction.fields)] + marks(transaction))
            .filter { !$0.isEmpty }.joined(separator: "  ")),
      ])
    }
    return table.lines(indent: 2)
  }

  /// `2026-11-30 Monday`.
  func heading(_ day: CalendarDay?) -> String {
    guard let day else { return paint.bold("No date") }
    let names = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    return paint.bold("\(day) \(names[day.weekday - 1])")
  }

  /// `income TWD 52000.00, expense TWD 120.00 JPY 300`; blank where there is nothing.
  func totals(_ totals: Totals) -> String { self.totals(totals.income, totals.expense) }

  func totals(_ income: [Total], _ expense: [Total]) -> String {
    [(TransactionType.income, income), (.expense, expense)]
      .filter { !$0.1.isEmpty }
      .map { type, sums in
        let text = sums.map { $0.text(decimalMark) }.joined(separator: " ")
        return "\(type.rawValue) \(paint.colored(text, color(type)))"
      }.joined(separator: ", ")
  }

  /// `[food] [lunch] @ Office`
  func names(_ fields: RecordFields) -> String {
    [tags(fields), place(fields)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func amount(_ fields: RecordFields) -> Table.Cell {
    guard let amount = fields.amount else { return Table.Cell("no amount") }
    let text = amount.text(decimalMark)
    guard let type = fields.type else { return Table.Cell(text) }
    let color = color(type)
    return Table.Cell(text, paint: { [paint] in paint.colored($0, color) })
  }

  /// In words, since not every terminal has colours.
  private func type(_ fields: RecordFields) -> Table.Cell {
    guard let type = fields.type else { return Table.Cell("") }
    let color = color(type)
    return Table.Cell(type.rawValue, paint: { [paint] in paint.colored($0, color) })
  }

  private func clock(_ moment: Moment?) -> String {
    guard case .time(let time)? = moment else { return "" }
    return time.clock
  }

  private func tags(_ fields: RecordFields) -> String {
    fields.tags.map { "[\($0.name.visible)]".cut(toWidth: 30) }.joined(separator: " ")
      .cut(toWidth: 40)
  }

  private func place(_ fields: RecordFields) -> String {
    fields.place?.name.map { "@ \($0.visible.cut(toWidth: 40))" } ?? ""
  }

  private func marks(_ transaction: Transaction) -> [String] {
    [
      transaction.partOf.map { "part of \($0)" }, transaction.refundOf.map { "refund of \($0)" },
      transaction.deleted ? "deleted" : nil,
    ].compactMap { $0 }
  }

  private func marks(_ record: QuickRecord) -> String {
    var marks =
      record.review.isEmpty
      ? [] : ["! \(record.review.map(\.code.rawValue).joined(separator: ", "))"]
    if record.deleted { marks.append("deleted") }
    if let transaction = record.transactions.first { marks.append("-> \(transaction)") }
    return marks.joined(separator: "  ")
  }
}
