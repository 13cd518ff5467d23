import Linux
import Records

/// The name of a file of ours in the folder that the files of an item go back to; every watcher ignores it.
struct ReturnName: Hashable {
  /// The folder of the item in the quarantine; with other text there it was made by an earlier version.
  let item: UUID
  /// Which file of the item it is to be; nil for the ticket.
  let number: Int?

  var bytes: PathBytes {
    PathBytes("\(ReturnName.start)\(item)\(number.map { "-\($0)" } ?? "")\(ReturnName.end)")
  }

  init(_ item: UUID, number: Int?) {
    self.item = item
    self.number = number
  }

  init?(_ name: PathBytes) {
    let text = name.description
    guard text.hasPrefix(ReturnName.start), text.hasSuffix(ReturnName.end) else { return nil }
    let rest = text.dropFirst(ReturnName.start.count).dropLast(ReturnName.end.count)
    guard let item = UUID(rest.prefix(36)) else { return nil }
    let number = rest.count > 36 ? Int(rest.dropFirst(37)) : nil
    self.init(item, number: number)
    guard bytes == name else { return nil }
  }

  private static let start = ".return-"
  private static let end = ".part"
}
