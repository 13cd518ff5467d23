import Records
import SQLite

@testable import Storage

/// Rows made past the checks in front of the database, to see that it holds by itself.
extension StoreWriter {
  func insertWithoutLooking(copyOf id: RecordID) throws(StoreError) {
    try run { database throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO quick_record (uuid, created_at, sources, review, had_sidecar, audio, audio_sha256)
          SELECT uuid, created_at, sources, review, had_sidecar, audio, audio_sha256
            FROM quick_record WHERE id = ?
        """, id.number)
    }
  }
}
