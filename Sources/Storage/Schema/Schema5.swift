/// Schema 5: what was purged, and contents found without reading every row.
///
/// Of a purged record one image is left that has neither a before nor an after: it says that there was such a record,
/// and by its operation when it was purged. Each operation that had changed it before keeps one such under the record's
/// name with a `-` before it, and can not be taken back any more; purges of earlier versions left none. Everything else
/// of it is gone.
enum Schema5 {
  static let number = 5

  static let changes = """
    -- Files whose rows a purge has removed, relative to the store: a recording, or the folder of something set aside. Written
    -- with the COMMIT that removes the rows, so that a crash leaves no file behind that nobody knows of.
    CREATE TABLE purged_file (
      path TEXT NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;

    -- Whether the store has a content is asked of each file that is to leave an inbox after all.
    CREATE INDEX audio_by_content ON audio (sha256);
    CREATE INDEX quarantine_file_by_content ON quarantine_file (sha256);
    CREATE INDEX sidecar_by_content ON sidecar (sha256);

    -- What a purge looks for with each record.
    CREATE INDEX image_by_recording ON image (row) WHERE table_name = 'audio';
    CREATE INDEX quarantine_by_quick_record
      ON quarantine (quick_record) WHERE quick_record IS NOT NULL;
    """
}
