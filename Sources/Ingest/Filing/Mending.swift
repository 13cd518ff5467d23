import Linux
import Records
import Storage

/// A duplicate is not needed where the archive truly has the recording of its record. That is looked at by reading it;
/// where it is gone or damaged, the duplicate takes its place.
struct Mending {
  let reader: StoreReader
  let archive: AudioArchive
  /// Files stay in the inbox.
  let keepsFiles: Bool
  let seen: SeenContents

  /// The end as it is after that.
  func mend(
    _ end: MemoEnd, _ memo: ExaminedMemo, _ placement: Placement
  ) throws(StoreError) -> MemoEnd {
    switch end {
    case .discard(let record), .setAside(.duplicate, _, let record?):
      switch try mend(record, memo, placement) {
      case .whole:
        // By a mending that was cut off it may be whole before its name is on the disk, and this copy is to leave.
        if case .discard = end, !keepsFiles {
          placement.reliesOn = try reader.quickRecord(record)?.audio?.path
        }
        return end
      case .mended: return .mend(record)
      case .hopeless where keepsFiles: return end
      case .hopeless:
        return .setAside(
          .duplicate,
          message:
            "The same recording is \(record) already, whose own file is damaged or gone and cannot be replaced.",
          record: record)
      }
    case .revise(let record, thenSetAside: true, let byName):
      guard case .mended = try mend(record, memo, placement) else { return end }
      return .revise(record, thenSetAside: false, matchedByNameAlone: byName)
    case .record, .setAside, .revise, .mend, .countTwin, .join, .removeSidecar: return end
    }
  }

  private enum Found {
    case whole
    case mended
    case hopeless
  }

  private func mend(
    _ id: RecordID, _ memo: ExaminedMemo, _ placement: Placement
  ) throws(StoreError) -> Found {
    guard let taken = memo.recordings.first, let audio = try reader.quickRecord(id)?.audio,
      audio.present, audio.sha256 == taken.sha256
    else { return .hopeless }
    let path = archive.paths.absolute(audio.path)
    do throws(SystemError) {
      if try seen.digest(of: path) == audio.sha256 { return .whole }
    } catch  where StoreError.Resource(error.code) != nil {
      // Nothing is known of the file then, and the memo waits.
      throw StoreError(error, at: path)
    } catch {}
    // What the disk does not do just now it may do later: the memo waits for that.
    return try placement.mend(audio.path, by: taken, in: archive) ? .mended : .hopeless
  }
}
