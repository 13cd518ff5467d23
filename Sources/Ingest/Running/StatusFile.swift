import JSON
import Linux
import Records
import Storage

/// Writes `<store>/status.json`, replaced whole each time, so that a reader never sees half of it.
struct StatusFile: Sendable {
  let paths: StorePaths
  let mode: UInt32
  let presence: StorePresence

  /// Not into another folder that is at the store's path.
  func write(_ document: JSONValue) throws(SystemError) {
    guard (try? presence.isFolderThere()) == true else { return }
    let temporary = paths.status + ".part"
    let file = try Descriptor(
      opening: temporary, [.write, .create, .truncate, .noFollow], mode: mode)
    try file.setMode(mode)
    try file.write(document.utf8(.indented) + [UInt8(ascii: "\n")])
    try file.close()
    let folder = try Descriptor(opening: paths.root, [.directory])
    try folder.rename("status.json.part", to: "status.json", in: folder)
  }
}
