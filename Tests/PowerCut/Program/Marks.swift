import LoggedDisk

/// What had happened in the virtual machine when the power went, told by the log itself: the machine writes each mark past
/// its file system, behind its end, so that marks stand among the writes in their order and flush nothing.
struct Marks {
  /// Steps that were begun: their files may be there.
  private(set) var begun: Set<Int> = []
  /// Steps whose files were synchronised with their folder.
  private(set) var done: Set<Int> = []
  /// Steps whose files the daemon has taken out of the inbox.
  private(set) var taken: Set<Int> = []
  /// Quick records that were organised.
  private(set) var organized: Set<Int> = []

  /// The first entry behind which there are inboxes; nil in a log without one.
  static func start(of log: WriteLog, behind end: Int) -> Int? {
    log.entries.firstIndex { text(of: $0, in: log, behind: end) == ["ready"] }.map { $0 + 1 }
  }

  /// The marks among the entries before `entry`.
  init(in log: WriteLog, behind end: Int, before entry: Int) {
    for entry in log.entries.prefix(entry) {
      guard let words = Marks.text(of: entry, in: log, behind: end), words.count == 2,
        let number = Int(words[1])
      else { continue }
      switch words[0] {
      case "begun": begun.insert(number)
      case "done": done.insert(number)
      case "taken": taken.insert(number)
      case "organized": organized.insert(number)
      default: continue
      }
    }
  }

  private static func text(
    of entry: WriteLog.Entry, in log: WriteLog, behind end: Int
  ) -> [Substring]? {
    guard entry.offset >= end, !entry.data.isEmpty else { return nil }
    let text = log.bytes[entry.data].prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
    return String(decoding: text, as: UTF8.self).split(separator: " ")
  }
}
