import Linux
import Records
import Storage

/// The files that one memo has put into the store before its COMMIT, to be taken back should that fail.
final class Placement {
  private var recording: TakenRecording?
  private var quarantine: QuarantineDraft?
  private var joined: (file: PathBytes, item: QuarantineItem, folder: QuarantineFolder)?
  /// A file that was in the archive before, and whose name must be on the disk before the COMMIT.
  var reliesOn: String?
  /// The folders of items that were judged again by this: to go after the COMMIT.
  var spare: [UUID] = []

  /// Gives the recording its final name in the archive, and returns its path there.
  func archive(_ taken: TakenRecording, extension suffix: String) throws(StoreError) -> String {
    let result = taken.draft.withLock { draft in
      Result { () throws(StoreError) in try draft.place(extension: suffix) }
    }
    recording = taken
    return try result.get()
  }

  /// Puts the recording in the place of one in the archive that is not whole any more; false where that can never be.
  /// It stays there whatever becomes of the transaction, since it has what the row says.
  func mend(
    _ path: String, by taken: TakenRecording, in archive: AudioArchive
  ) throws(StoreError) -> Bool {
    let result = taken.draft.withLock { draft in
      Result { () throws(StoreError) in try archive.mendUnlessObstructed(path, with: &draft) }
    }
    return try result.get() == nil
  }

  /// Sets the memo's files aside under one code.
  func setAside(
    _ memo: ExaminedMemo, sidecars: [TakenSidecar], _ code: QuarantineCode, message: String,
    record: RecordID?, in folder: QuarantineFolder, at now: Instant
  ) throws(StoreError) -> NewQuarantineItem {
    var draft = try folder.begin(UUID(milliseconds: now.milliseconds))
    for taken in memo.recordings {
      let result = taken.draft.withLock { recording in
        Result { () throws(StoreError) in
          try draft.add(&recording, name: taken.name, sha256: taken.sha256)
        }
      }
      try result.get()
    }
    for taken in sidecars {
      try draft.add(
        taken.content.bytes, as: .sidecar, name: taken.name, sha256: taken.content.sha256)
    }
    let item = try draft.finish(code, message: message, record: record, inbox: memo.inbox, at: now)
    quarantine = consume draft
    return item
  }

  /// Puts a sidecar beside the recording that was set aside.
  func join(
    _ taken: TakenSidecar, to item: QuarantineItem, in folder: QuarantineFolder
  ) throws(StoreError) -> QuarantineItem.File {
    let file = try folder.join(taken.content, name: taken.name, to: item)
    let own = file.path.split(separator: "/").last.map { PathBytes(String($0)) }
    joined = own.map { ($0, item, folder) }
    return file
  }

  /// Makes all names in its folder durable.
  func synchronizeFolder() throws(StoreError) {
    guard let recording else { return }
    let result = recording.draft.withLock { draft in
      Result { () throws(StoreError) in try draft.synchronizeFolder() }
    }
    try result.get()
  }

  /// The folder of the archive that it was placed in.
  var folder: String { recording?.draft.withLock { $0.folderName } ?? "" }

  var hasRecording: Bool { recording != nil }

  /// Takes the files back out. What cannot be is left for start-up, which finds what has no row.
  func withdraw() {
    recording?.draft.withLock { draft in try? draft.withdraw() }
    try? quarantine?.withdraw()
    if let joined { try? joined.folder.withdraw(joined.file, from: joined.item) }
    recording = nil
    quarantine = nil
    joined = nil
    reliesOn = nil
    spare = []
  }
}
