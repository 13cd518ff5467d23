import Linux
import Records

/// The files of an item on their way back to the folder that they came from.
public struct ReturnedFiles {
  /// In the order in which they get their names: sidecars come first, so that a watcher finds a pair together.
  public let files: [QuarantineItem.File]
  private let item: UUID

  public init(of item: QuarantineItem) {
    files = item.files.sorted { $0.role == .sidecar && $1.role != .sidecar }
    self.item = item.uuid
  }

  /// The name of each until it gets its own.
  public var temporaryNames: [PathBytes] {
    files.indices.map { ReturnName(item, number: $0).bytes }
  }

  /// Gives those that still have a temporary name their own, without replacing; answers these, which are durable then. One
  /// mark serves all, so that a pair stays a pair where a name is taken: `lunch (2).wav` with `lunch (2).wav.json`.
  @discardableResult
  public func publish(in folder: borrowing Descriptor) throws(SystemError) -> [FileName] {
    let names = ReturnedNames(files.map(\.name))
    var waiting: [(index: Int, temporary: PathBytes)] = []
    for (index, temporary) in temporaryNames.enumerated()
    where try folder.statusIfThere(of: temporary) != nil { waiting.append((index, temporary)) }
    var number = 1
    while number < 1000, try areTaken(waiting.map { names.marked(number)[$0.index] }, in: folder) {
      number += 1
    }
    let marked = names.marked(number)
    for file in waiting {
      try folder.renameWithoutReplacing(
        file.temporary, to: PathBytes(marked[file.index].bytes), in: folder)
    }
    try folder.synchronize()
    return waiting.map { marked[$0.index] }
  }

  /// Whether any of them is.
  private func areTaken(
    _ names: [FileName], in folder: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    for name in names where try folder.statusIfThere(of: PathBytes(name.bytes)) != nil {
      return true
    }
    return false
  }
}
