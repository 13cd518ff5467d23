import Records

/// What was taken from an inbox before and is still there, since the inbox is not emptied.
public protocol InboxMemory: Sendable {
  /// Whether this is a file that was taken, by how it looks. Asked when a file is seen first and when it has changed,
  /// on the watcher's thread, whether or not its size or time has; in doubt no, which costs only a closer look.
  func knows(_ facts: EntryFacts, in inbox: InboxFolder) -> Bool
  /// Files that are to be judged once more, though they were taken, under the names that the inbox has for them; their
  /// device says nothing. `names` are all that are there.
  func filesToJudge(in inbox: String, among names: () -> [FileName]) -> [InboxFile]
}
