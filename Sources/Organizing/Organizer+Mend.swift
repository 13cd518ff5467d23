import Linux
import Records
import Storage

extension Organizer {
  /// Whether the recording of a record is in the archive, read to its end.
  func isWhole(_ audio: AudioReference) -> Bool {
    store.paths.hold(audio.sha256, at: audio.path)
  }

  /// Where the recording of a record is gone or damaged, puts the copy that an item holds in its place; unless it is a dry
  /// run. It stays there whatever becomes of the transaction, since it has what the row says.
  func mend(_ record: QuickRecord, by item: QuarantineItem, dryRun: Bool) throws {
    guard let audio = record.audio, audio.present,
      let held = item.files.first(where: { $0.role == .recording && $0.sha256 == audio.sha256 }),
      !isWhole(audio)
    else { return }
    let archive = AudioArchive(of: store)
    let copy = try NamedFile(
      at: store.paths.absolute(held.path), copyingInto: dryRun ? nil : archive, at: now)
    guard copy.sha256 == audio.sha256 else { throw CureRefusal(.damaged(held.name), item) }
    if !dryRun { try copy.mend(audio.path, in: archive) }
  }
}

extension StorePaths {
  /// Whether a file of the store has this content, read to its end.
  func hold(_ digest: Digest, at path: String) -> Bool {
    let absolute = absolute(path)
    guard let file = try? Descriptor(opening: absolute, [.noFollow, .nonBlocking]),
      (try? file.status().kind) == .regular
    else { return false }
    return (try? NamedFile.digest(of: file, at: absolute)) == digest
  }
}
