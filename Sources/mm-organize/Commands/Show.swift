import CommandLineTool
import JSON
import Organizing
import Records
import Storage
import Text

/// `show`: everything about one record, with the source of each field.
struct Show {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run() throws(Failure) {
    guard let id = try context.ids(.quickRecord, .transaction, .quarantine).first else { return }
    switch id.kind {
    case .quickRecord:
      guard let record = try context.read({ try $0.quickRecord(id) }) else { throw missing(id) }
      try context.isJSON ? context.output.write(record.json) : write(lines(record))
    case .transaction:
      guard let record = try context.read({ try $0.transaction(id) }) else { throw missing(id) }
      try context.isJSON ? context.output.write(record.json) : write(lines(record))
    case .quarantine: try QuarantineShow(context).run()
    }
  }

  private func missing(_ id: RecordID) -> Failure { Failure(Refusal.noSuchRecord(id)) }

  private func write(_ rows: [(String, String)]) throws(Failure) {
    var table = Table([.left, .left])
    for (name, value) in rows {
      table.add([
        Table.Cell(name, paint: { [context] in context.paint.dim($0) }), Table.Cell(value),
      ])
    }
    for line in table.lines() { try context.output.line(line) }
  }

  private func lines(_ record: QuickRecord) -> [(String, String)] {
    var rows = [("id", "\(record.id)  \(record.uuid)"), ("state", state(record))]
    rows += fields(record.fields, record.sources)
    rows += record.audio.map(audio) ?? []
    if let name = record.sourceName { rows.append(("source name", name.description)) }
    rows += record.review.map { note in
      (
        "! \(note.field.rawValue)",
        "\(note.code.rawValue): \(note.message.visible)"
          + (note.text.map { " (\($0.visible.cut(toWidth: 60)))" } ?? "")
      )
    }
    return rows
  }

  private func lines(_ record: Transaction) -> [(String, String)] {
    var rows = [
      ("id", "\(record.id)  \(record.uuid)"),
      ("state", record.deleted ? "deleted" : "transaction"),
      ("occurred at", record.occurredAt.description),
    ]
    rows += fields(record.fields, record.sources)
    rows.append(("made from", record.quickRecords.map(\.description).joined(separator: ", ")))
    rows += links(record)
    rows += record.recordings.flatMap(audio)
    return rows
  }

  /// What it is to other transactions, where it is anything.
  private func links(_ record: Transaction) -> [(String, String)] {
    let links: [(name: String, ids: [RecordID])] = [
      ("part of", [record.partOf].compactMap { $0 }), ("parts", record.parts),
      ("merged into", [record.mergedInto].compactMap { $0 }), ("merged from", record.mergedFrom),
      ("refund of", [record.refundOf].compactMap { $0 }), ("refunds", record.refunds),
    ]
    return links.filter { !$0.ids.isEmpty }
      .map { ($0.name, $0.ids.map(\.description).joined(separator: ", ")) }
  }

  private func state(_ record: QuickRecord) -> String {
    if record.deleted { return "deleted" }
    guard record.organized else { return "open" }
    return "organised as \(record.transactions.map(\.description).joined(separator: ", "))"
  }

  /// The known place that is nearest to bare coordinates. What is wrong with a gazetteer keeps nobody from a record.
  private func nearest(_ place: Place?) -> [(String, String)] {
    guard let place, place.name == nil, let here = place.coordinates else { return [] }
    var gazetteer = Gazetteer()
    do throws(Failure) { gazetteer = try context.gazetteer() } catch {
      context.output.note(error.message)
    }
    guard
      let found = try? context.read({ reader in
        try PlaceSuggestions(reader, gazetteer: gazetteer).nearest(to: here)
      }), let meters = found.meters
    else { return [] }
    return [("near", "\(found.name.visible), \(distanceText(meters)) away")]
  }

  private func fields(
    _ fields: RecordFields, _ sources: [Field: FieldSource]
  ) -> [(String, String)] {
    func row(_ field: Field, _ name: String, _ value: String?) -> (String, String)? {
      guard let value else { return field == .amount ? (name, "not known") : nil }
      return (name, value.visible + (sources[field].map { "  (\($0.rawValue))" } ?? ""))
    }
    let place = fields.place.map { place in
      [place.name, place.coordinates.map { "\($0.latitude), \($0.longitude)" }]
        .compactMap { $0 }.joined(separator: "  ")
    }
    let tags = fields.tags.map(\.name).joined(separator: ", ")
    let known = [
      row(.amount, "amount", fields.amount?.text(context.settings.defaults.decimalMark)),
      row(.currency, "currency", fields.currency?.code),
      row(.tags, "tags", tags.isEmpty ? nil : tags),
      row(.type, "type", fields.type?.rawValue),
      row(.capturedAt, "captured at", fields.capturedAt?.description), row(.place, "place", place),
    ].compactMap { $0 }
    return known + nearest(fields.place) + [row(.note, "note", fields.note)].compactMap { $0 }
  }

  /// The widest name of a row and the gap behind it.
  private static let margin = 15

  private func audio(_ audio: AudioReference) -> [(String, String)] {
    let priming =
      audio.primingFrames.map { " (and \($0.counted("frame")) of priming, not counted)" } ?? ""
    let drawing = WaveformDrawing(after: Show.margin).line(audio.waveform)
    return [
      (
        "recording",
        "\(secondsText(audio.durationMilliseconds))\(priming)  \(audio.format) \(audio.codec)  \(audio.sampleRate) Hz  \(audio.channels) ch  \(audio.bytes.counted("byte"))"
      )
    ] + (drawing.map { [("waveform", $0)] } ?? []) + [
      ("file", audio.path + (audio.present ? "" : "  (missing)")),
      ("sha256", audio.sha256.description),
    ]
  }
}
