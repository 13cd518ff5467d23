import CommandLineTool
import JSON
import Linux
import Organizing
import Records

/// What is to be told of a file that lies in an inbox.
struct WaitingFile {
  private let context: Context
  private let folder: String
  private let name: FileName
  /// When its inode last changed.
  private let changed: Instant

  init(_ context: Context, folder: String, _ name: FileName) throws(Failure) {
    self.context = context
    self.folder = folder
    self.name = name
    do throws(SystemError) {
      let status = try Descriptor(opening: folder, [.directory]).status(
        of: PathBytes(name.bytes))
      changed = Instant(nanoseconds: status.changed)
    } catch {
      throw Failure(error, "inbox", "\(name) in \(folder) cannot be looked at: \(error.code).")
    }
  }

  var ignored: StoryEvent {
    StoryEvent(
      at: changed, .ignored, by: nil,
      message:
        "\(name) lies in \(folder) and is left alone: names like this are hidden or unfinished files."
    )
  }

  func events(of entry: InboxEntry, isRunning: Bool) -> [StoryEvent] {
    guard entry.isFile else {
      return [
        StoryEvent(
          at: changed, .ignored, by: nil, message: entry.message(isRunning: isRunning))
      ]
    }
    // How it came and what it waited for is told with what became of it.
    if let kept = entry.kept {
      return [
        StoryEvent(
          at: changed, .kept, by: nil, record: kept.record,
          message: "\(name) lies in \(folder) still. \(entry.message(isRunning: isRunning))")
      ]
    }
    let arrived = entry.said?.arrived.flatMap(instant) ?? changed
    var events = [
      StoryEvent(at: arrived, .arrived, by: nil, message: "\(name) came to \(folder).")
    ]
    for wait in entry.said?.before ?? [] {
      if let wait = memoWait(wait) { events.append(StoryEvent(wait, of: name, by: .ingest)) }
    }
    let state = entry.said.map { "waits (\($0.code))" } ?? "has not been taken yet"
    events.append(
      StoryEvent(
        at: entry.said?.since.flatMap(instant) ?? max(arrived, changed), .waiting,
        by: isRunning ? .ingest : nil, code: entry.said?.code,
        message:
          "\(name) \(state). \(entry.message(isRunning: isRunning)) \(half(entry))"))
    return events
  }

  private func half(_ entry: InboxEntry) -> String {
    if let pair = entry.pair { return "\(pair) is there too." }
    return name.isSidecarName
      ? "Its recording is not there." : "There is no sidecar of its name."
  }

  private func memoWait(_ said: JSONObject) -> MemoWait? {
    guard let code = said["code"]?.string.flatMap(WaitingCode.init(rawValue:)),
      let since = said["since"]?.string.flatMap(instant)
    else { return nil }
    return MemoWait(
      code: code, since: since, until: said["until"]?.string.flatMap(instant),
      times: Int(said["times"]?.integer ?? 1), message: said["message"]?.string)
  }

  private func instant(_ text: String) -> Instant? {
    try? MomentReader(zone: context.zone, now: context.now).read(text).moment.instant
  }
}
