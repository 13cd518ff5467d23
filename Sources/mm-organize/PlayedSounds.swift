import CommandLineTool
import Linux
import Playback
import Records
import Storage

/// A recording of the store that can be played.
struct PlayedSound {
  /// `4.2 s`, or the name of what nobody has judged.
  let title: String
  /// Nil of what nobody has judged.
  let length: Duration?
  /// Relative to the store.
  let path: String
  let kind: SoundKind
}

/// Finds the recordings of whatever an ID names, each of them there to be opened.
struct PlayedSounds {
  let context: Context
  init(_ context: Context) { self.context = context }

  /// At least one, in order.
  func of(_ id: RecordID) throws(Failure) -> [PlayedSound] {
    let sounds: [PlayedSound]
    switch id.kind {
    case .quickRecord:
      let record = try found(id) { try $0.quickRecord(id) }
      sounds = try archived(record.audio.map { [$0] } ?? [], id)
    case .transaction:
      sounds = try archived(try found(id) { try $0.transaction(id) }.recordings, id)
    case .quarantine: sounds = try setAside(try found(id) { try $0.quarantineItem(id) })
    }
    guard !sounds.isEmpty else {
      throw Failure(.notFound, "no-recording", "\(id) has no recording.")
    }
    return sounds
  }

  private func found<Record>(
    _ id: RecordID, _ look: (StoreReader) throws -> Record?
  ) throws(Failure) -> Record {
    guard let record = try context.read(look) else { throw Failure(Refusal.noSuchRecord(id)) }
    return record
  }

  private func archived(
    _ recordings: [AudioReference], _ id: RecordID
  ) throws(Failure) -> [PlayedSound] {
    try recordings.map { audio throws(Failure) in
      guard audio.present else {
        throw Failure(
          .notFound, "missing",
          "The recording of \(id) is not in the store: \(audio.path) has not come yet.")
      }
      _ = try head(of: audio.path, id)
      return PlayedSound(
        title: secondsText(audio.durationMilliseconds),
        length: .milliseconds(audio.durationMilliseconds), path: audio.path, kind: SoundKind(audio))
    }
  }

  /// In whatever state the item is: its files stay, unless they were given back.
  private func setAside(_ item: QuarantineItem) throws(Failure) -> [PlayedSound] {
    try item.files.filter { $0.role == .recording }.map { file throws(Failure) in
      PlayedSound(
        title: file.name.description, length: nil, path: file.path,
        kind: SoundKind(head: try head(of: file.path, item.id)))
    }
  }

  private func head(of path: String, _ id: RecordID) throws(Failure) -> [UInt8] {
    let path = context.paths.absolute(path)
    do throws(SystemError) {
      let file = try Descriptor(opening: path, [.noFollow, .nonBlocking])
      // A player would wait for ever on a pipe.
      if try file.status().kind == .regular { return try file.read(upTo: SoundKind.headLength) }
    } catch {
      throw Failure(
        error, "missing", "The recording of \(id) cannot be opened: \(path): \(error.code).")
    }
    throw Failure(
      .notFound, "missing",
      "The recording of \(id) is not in the store: \(path) is no regular file.")
  }
}
