import CommandLineTool
import Linux
import Organizing
import Records
import Text

/// What the guided loop writes. All text of records is shown as it is, never obeyed by the terminal.
struct LoopScreen {
  let paint: Paint
  let columns: Int?
  private let lines: RecordLines
  private let decimalMark: DecimalMark

  init(_ context: Context) {
    paint = context.paint
    columns = context.output.columns
    lines = RecordLines(context)
    decimalMark = context.settings.defaults.decimalMark
  }

  /// The widest name of a row, with the gaps before and behind it.
  private static let margin = 13

  // MARK: the record

  /// The record whole, as it would be saved.
  func record(_ form: RecordForm, _ walk: GuidedWalk) -> [String] {
    var table = Table([.left, .left])
    func row(
      _ name: String, _ text: String, _ paint: @escaping @Sendable (String) -> String = { $0 }
    ) {
      let dim = self.paint
      table.add([
        Table.Cell(name, paint: { dim.dim($0) }), Table.Cell(text, wraps: true, paint: paint),
      ])
    }
    let fields = form.fields
    let (paint, color) = (paint, fields.type.map(lines.color))
    for entry in RecordForm.Entry.allCases {
      let text = value(entry, form) + mark(form.origin(of: entry))
      row(entry.rawValue, text) { part in
        guard entry == .amount || entry == .kind, let color else { return part }
        return paint.colored(part, color)
      }
    }
    if let refunded = form.refundOf { row("refund", "of \(refunded)") }
    for recording in form.recordings { row("recording", sound(recording)) }
    for note in form.review {
      row("! \(note.field.entryName)", reason(note)) { paint.colored($0, .yellow) }
    }
    return ["", heading(form, walk)] + table.lines(indent: 2, columns: columns)
  }

  private func heading(_ form: RecordForm, _ walk: GuidedWalk) -> String {
    let place = walk.count > 1 ? "  \(walk.index + 1) of \(walk.count)" : ""
    return paint.bold(form.id.description) + place
  }

  /// As it is now; what is not there is a dash.
  private func value(_ entry: RecordForm.Entry, _ form: RecordForm) -> String {
    let fields = form.fields
    switch entry {
    case .amount:
      return fields.amount?.text(decimalMark)
        ?? (fields.currency.map { "missing (\($0.code))" } ?? "missing")
    case .tags:
      return fields.tags.isEmpty
        ? "-" : fields.tags.map { "[\($0.name.visible)]" }.joined(separator: " ")
    case .date: return form.moment.map(date) ?? "-"
    case .place:
      let coordinates = fields.place?.coordinates.map { "(\($0.latitude), \($0.longitude))" }
      let parts = [fields.place?.name?.visible, coordinates].compactMap { $0 }
      return parts.isEmpty ? "-" : parts.joined(separator: " ")
    case .kind: return fields.type?.rawValue ?? "-"
    case .note: return fields.note?.visible ?? "-"
    }
  }

  /// `2026-11-30 Monday 12:34 +08:00`.
  private func date(_ moment: Moment) -> String {
    let day = "\(moment.day) \(LoopScreen.weekdays[moment.day.weekday - 1])"
    guard case .time(let time) = moment else { return day }
    return "\(day) \(time.clock) \(time.isZulu ? "UTC" : String(time.description.suffix(6)))"
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private func mark(_ origin: RecordForm.Origin) -> String {
    switch origin {
    case .record: ""
    case .typed: "  <- typed"
    case .past(let id): "  <- as in \(id)"
    case .usual: "  <- not captured"
    }
  }

  private func sound(_ audio: AudioReference) -> String {
    let drawing = WaveformDrawing(
      after: LoopScreen.margin + 10, columns: min(columns ?? 80, 70))
    return [secondsText(audio.durationMilliseconds), drawing.line(audio.waveform)]
      .compactMap { $0 }.joined(separator: "  ")
  }

  private func reason(_ note: ReviewNote) -> String {
    "\(note.code.rawValue): \(note.message.visible)"
      + (note.text.map { " (\($0.visible.cut(toWidth: 60)))" } ?? "")
  }

  // MARK: keys and fields

  /// The keys that mean something, on as many lines as they need.
  func keys(_ form: RecordForm, _ walk: GuidedWalk) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    for binding in bindings(form, walk) {
      let more = binding.key.displayWidth + 1 + binding.word.displayWidth
      if width > 0, width + 2 + more > columns ?? 80 {
        lines.append(line)
        (line, width) = ("", 0)
      }
      line += (width > 0 ? "  " : "") + paint.bold(binding.key) + " " + binding.word
      width += (width > 0 ? 2 : 0) + more
    }
    return lines + [line]
  }

  private func bindings(_ form: RecordForm, _ walk: GuidedWalk) -> [LoopKey.Binding] {
    LoopKey.all.filter { binding in
      if binding.command == .listen { return !form.recordings.isEmpty }
      return walk.count > 1 || walk.isOrganizing || !binding.isOfWalk
    }
  }

  /// What stands above the prompt of a field.
  func field(_ entry: RecordForm.Entry, _ form: RecordForm) -> [String] {
    ["  \(entry.rawValue) is \(value(entry, form))"].flatMap { $0.wrapped(to: columns) }
  }

  static func prompt(_ entry: RecordForm.Entry) -> String { "  \(entry.rawValue)> " }

  // MARK: what is said

  func lines(_ saying: GuidedWalk.Saying, _ walk: GuidedWalk) -> [String] {
    switch saying {
    case .text(let text): text.visible.wrapped(to: columns)
    case .saved(let id): ["\(id) saved"]
    case .refusal(let typed, let refusal): refused(typed, refusal)
    case .help: help(walk)
    }
  }

  /// The text once more, with a mark under where it goes wrong.
  private func refused(_ typed: String, _ refusal: RecordForm.EntryRefusal) -> [String] {
    let message = "  \(refusal.message.visible)".wrapped(to: columns)
    guard let position = refusal.position else { return message }
    let excerpt = Excerpt(typed, around: position, columns: (columns ?? 80) - 4)
    return ["  \(excerpt.text)", "  " + String(repeating: " ", count: excerpt.before) + "^"]
      + message
  }

  private func help(_ walk: GuidedWalk) -> [String] {
    var table = Table([.left, .left])
    for binding in LoopKey.all where walk.count > 1 || walk.isOrganizing || !binding.isOfWalk {
      table.add([Table.Cell(binding.key), Table.Cell(binding.help, wraps: true)])
    }
    return table.lines(indent: 2, columns: columns)
      + LoopScreen.fieldHelp.flatMap {
        $0.wrapped(to: columns)
      }
  }

  private static let fieldHelp = [
    "In a field Enter takes what you typed, and Enter alone leaves the field as it is; < alone goes to the field before, and Ctrl-C gives up what you are typing.",
    "Tab completes tags, places and kinds; again Tab, the next. A tag is added, and -tag removed, several with commas between them; a lone - removes the place or the note. A place may have its coordinates in brackets, Office (25.0330, 121.5654); without, those that it has stay. A time alone, like 12:34, keeps the day.",
    "'<- as in t7' marks what is not from this memo but from a transaction that is like it.",
  ]

  func sums(_ walk: GuidedWalk) -> String {
    "organised \(walk.organized), skipped \(walk.skipped), left \(walk.left)"
      + (walk.gone > 0 ? ", no longer open \(walk.gone)" : "")
  }
}

extension Field {
  /// As the form calls it.
  fileprivate var entryName: String {
    switch self {
    case .capturedAt: "date"
    case .type: "kind"
    default: rawValue
    }
  }
}
