import CommandLineTool
import JSON
import Linux
import Storage

/// What the daemon says of itself: its status file, as long as it holds the store's lock.
struct DaemonStatus {
  /// Nil when no daemon runs.
  let document: JSONObject?

  init(_ context: Context) throws(Failure) {
    do throws(StoreError) {
      guard try StoreLock.isHeld(of: context.paths) else {
        document = nil
        return
      }
    } catch { throw Failure(error) }
    // A file that another daemon left says nothing of the one that runs now.
    let found = DaemonStatus.read(context.paths.status)
    let isCurrent = found?["pid"]?.integer.map(String.init) == StoreLock.holder(context.paths)
    document = isCurrent ? found : JSONObject()
  }

  private static func read(_ path: String) -> JSONObject? {
    guard let file = try? Descriptor(opening: path),
      let bytes = try? file.readAll(limit: 64 << 20),
      let value = try? JSONReader.read(bytes, limits: .init(bytes: 64 << 20))
    else { return nil }
    return value.object
  }

  var inboxes: [JSONObject] { document?["inboxes"]?.array?.compactMap(\.object) ?? [] }
}
