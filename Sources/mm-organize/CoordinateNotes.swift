import CommandLineTool
import Organizing
import Records

/// Says what became of the coordinates where a place was given by a name alone.
struct CoordinateNotes {
  let context: Context
  init(_ context: Context) { self.context = context }

  func write(_ changes: FieldChanges, _ records: [(id: RecordID, place: Place?)]) {
    if changes.removesCoordinates {
      let bare = records.filter { $0.place?.coordinates == nil }.map(\.id)
      if !bare.isEmpty { context.output.note("\(list(bare)) without coordinates now.") }
    } else if changes.placeName != nil, changes.coordinates == nil {
      for (id, place) in records.prefix(10) {
        guard let kept = place?.coordinates else { continue }
        context.output.note(
          "\(id) keeps its coordinates \(kept.latitude), \(kept.longitude); 'mm-organize edit \(id) --no-coordinates' takes them away."
        )
      }
    }
  }

  private func list(_ ids: [RecordID]) -> String {
    let shown = ids.prefix(5).map(\.description).joined(separator: ", ")
    let more = ids.count > 5 ? " and \(ids.count - 5) more" : ""
    return shown + more + (ids.count == 1 ? " is" : " are")
  }
}
