/// Schema 4: what was taken from inboxes that must not be emptied. The text of a schema never changes, so more exactly than
/// it says: once the inbox may be emptied again, a row goes with its file, or at the next start if that is gone already.
enum Schema4 {
  static let number = 4

  static let changes = """
    -- Files that were taken and stay in their inbox (`after = keep`), by inbox, name and content. A row outlives its file: a
    -- folder that is synced may lose one and regain it at any time. It goes when the inbox may be emptied again.
    CREATE TABLE kept_file (
      inbox    TEXT    NOT NULL,
      name     BLOB    NOT NULL,
      sha256   BLOB    NOT NULL CHECK (length(sha256) = 32),
      role     TEXT    NOT NULL CHECK (role IN ('recording', 'sidecar')),
      inode    INTEGER NOT NULL,                   -- as it was last seen: these only save
      size     INTEGER NOT NULL,                   -- reading it again
      modified INTEGER NOT NULL,
      record   TEXT,                               -- what came of it: q12, x3
      taken_at INTEGER NOT NULL,
      again    INTEGER CHECK (again = 1),          -- while it is to be judged once more
      PRIMARY KEY (inbox, name, sha256)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX kept_file_by_content ON kept_file (inbox, sha256);
    CREATE INDEX kept_file_by_record ON kept_file (record) WHERE record IS NOT NULL;
    CREATE INDEX kept_file_to_judge ON kept_file (inbox) WHERE again IS NOT NULL;
    """
}
