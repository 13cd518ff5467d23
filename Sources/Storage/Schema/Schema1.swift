/// Schema 1. A migration is never changed once released: what comes later is added in a migration of its own.
///
/// Instants are whole nanoseconds since 1970. A moment is three columns: the text exactly as given, its instant
/// for sorting, and its day in its own offset.
enum Schema1 {
  static let tables = """
    -- What is true of the whole store.
    CREATE TABLE meta (
      key   TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The rule by which two tags are the same: version 1 is NFC and full case folding.
    INSERT INTO meta (key, value) VALUES ('tag_rule', '1');

    -- A recording: what it is, and where the archive keeps it.
    CREATE TABLE audio (
      id              INTEGER NOT NULL PRIMARY KEY,
      uuid            TEXT    NOT NULL CHECK (length(uuid) = 36),
      sha256          BLOB    NOT NULL CHECK (length(sha256) = 32),
      path            TEXT    NOT NULL,            -- relative to the store
      present         INTEGER NOT NULL CHECK (present IN (0, 1)),
      format          TEXT    NOT NULL,
      codec           TEXT    NOT NULL,
      sample_rate     INTEGER NOT NULL,
      channels        INTEGER NOT NULL,
      frames          INTEGER NOT NULL CHECK (frames >= 0),
      claimed_frames  INTEGER,                     -- by the header
      bytes           INTEGER NOT NULL CHECK (bytes >= 0),
      peak            INTEGER,                     -- hundredths of a decibel
      rms             INTEGER,
      clipped_samples INTEGER,
      ended_early     INTEGER NOT NULL DEFAULT 0 CHECK (ended_early IN (0, 1)),
      waveform        BLOB    NOT NULL,            -- 200 peaks, or none
      texts           TEXT    NOT NULL DEFAULT '[]'  CHECK (json_valid(texts)),
      broadcast       TEXT    CHECK (broadcast IS NULL OR json_valid(broadcast)),
      UNIQUE (id, sha256)
    ) STRICT;

    -- What was captured. Open until it is organised; deleting is soft; a number is never used again.
    CREATE TABLE quick_record (
      id               INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      uuid             TEXT    NOT NULL CHECK (length(uuid) = 36),
      created_at       INTEGER NOT NULL,
      amount           INTEGER CHECK (abs(amount) <= 999999999999999999),  -- in minor units
      currency         TEXT    CHECK (length(currency) = 3),
      type             TEXT    CHECK (type IN ('income', 'expense')),
      note             TEXT,
      captured_at      TEXT,
      captured_instant INTEGER,
      captured_day     TEXT    CHECK (length(captured_day) = 10),
      place            TEXT,
      latitude         TEXT,
      longitude        TEXT,
      sources          TEXT    NOT NULL CHECK (json_valid(sources)),
      review           TEXT    NOT NULL CHECK (json_valid(review)),
      audio            INTEGER,
      audio_sha256     BLOB,
      inbox            TEXT,                       -- the folder it came from
      source_name      BLOB,                       -- the recording's name there
      had_sidecar      INTEGER NOT NULL CHECK (had_sidecar IN (0, 1)),
      writer_id        TEXT,
      organized_at     INTEGER,
      deleted_at       INTEGER,
      CHECK (amount IS NULL OR currency IS NOT NULL),
      CHECK ((captured_at IS NULL) = (captured_instant IS NULL)),
      CHECK ((captured_at IS NULL) = (captured_day IS NULL)),
      CHECK ((latitude IS NULL) = (longitude IS NULL)),
      CHECK ((audio IS NULL) = (audio_sha256 IS NULL)),
      FOREIGN KEY (audio, audio_sha256) REFERENCES audio (id, sha256)
    ) STRICT;

    -- Invariant 4: one audio content has at most one live quick record.
    CREATE UNIQUE INDEX one_live_quick_record_per_recording
      ON quick_record (audio_sha256) WHERE deleted_at IS NULL AND audio_sha256 IS NOT NULL;
    CREATE INDEX deleted_quick_record_by_recording
      ON quick_record (audio_sha256) WHERE deleted_at IS NOT NULL AND audio_sha256 IS NOT NULL;
    CREATE UNIQUE INDEX one_quick_record_per_writer_id
      ON quick_record (writer_id) WHERE writer_id IS NOT NULL;
    CREATE INDEX open_quick_record
      ON quick_record (captured_day) WHERE organized_at IS NULL AND deleted_at IS NULL;
    CREATE INDEX quick_record_by_audio ON quick_record (audio) WHERE audio IS NOT NULL;
    CREATE INDEX quick_record_by_name
      ON quick_record (inbox, source_name, created_at) WHERE source_name IS NOT NULL;

    CREATE TABLE quick_record_tag (
      id           INTEGER NOT NULL PRIMARY KEY,
      quick_record INTEGER NOT NULL REFERENCES quick_record (id),
      position     INTEGER NOT NULL,
      name         TEXT    NOT NULL,               -- as typed
      key          TEXT    NOT NULL,               -- by the tag rule
      UNIQUE (quick_record, key)
    ) STRICT;
    CREATE INDEX quick_record_tag_by_key ON quick_record_tag (key);

    -- The bytes of every sidecar that was applied to a record, the first one and the revisions.
    CREATE TABLE sidecar (
      id           INTEGER NOT NULL PRIMARY KEY,
      quick_record INTEGER NOT NULL REFERENCES quick_record (id),
      sha256       BLOB    NOT NULL CHECK (length(sha256) = 32),
      bytes        BLOB    NOT NULL,
      applied_at   INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sidecar_by_quick_record ON sidecar (quick_record);

    -- A finished record of income or expense. (TRANSACTION is a word of SQL.)
    CREATE TABLE transaction_record (
      id               INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      uuid             TEXT    NOT NULL CHECK (length(uuid) = 36),
      created_at       INTEGER NOT NULL,
      amount           INTEGER NOT NULL CHECK (abs(amount) <= 999999999999999999),
      currency         TEXT    NOT NULL CHECK (length(currency) = 3),
      type             TEXT    NOT NULL CHECK (type IN ('income', 'expense')),
      note             TEXT,
      occurred_at      TEXT    NOT NULL,
      occurred_instant INTEGER NOT NULL,
      occurred_day     TEXT    NOT NULL CHECK (length(occurred_day) = 10),
      captured_at      TEXT,
      captured_instant INTEGER,
      captured_day     TEXT    CHECK (length(captured_day) = 10),
      place            TEXT,
      latitude         TEXT,
      longitude        TEXT,
      sources          TEXT    NOT NULL CHECK (json_valid(sources)),
      deleted_at       INTEGER,
      CHECK ((captured_at IS NULL) = (captured_instant IS NULL)),
      CHECK ((captured_at IS NULL) = (captured_day IS NULL)),
      CHECK ((latitude IS NULL) = (longitude IS NULL))
    ) STRICT;
    CREATE INDEX transaction_record_by_day ON transaction_record (occurred_day);

    CREATE TABLE transaction_tag (
      id                 INTEGER NOT NULL PRIMARY KEY,
      transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
      position           INTEGER NOT NULL,
      name               TEXT    NOT NULL,
      key                TEXT    NOT NULL,
      UNIQUE (transaction_record, key)
    ) STRICT;
    CREATE INDEX transaction_tag_by_key ON transaction_tag (key);

    -- Invariant 8: a quick record, once organised, stays linked to its transaction.
    CREATE TABLE transaction_quick_record (
      id                 INTEGER NOT NULL PRIMARY KEY,
      transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
      quick_record       INTEGER NOT NULL REFERENCES quick_record (id),
      UNIQUE (transaction_record, quick_record)
    ) STRICT;
    CREATE INDEX transaction_quick_record_by_quick_record
      ON transaction_quick_record (quick_record);

    CREATE TABLE transaction_recording (
      id                 INTEGER NOT NULL PRIMARY KEY,
      transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
      audio              INTEGER NOT NULL REFERENCES audio (id),
      position           INTEGER NOT NULL,
      UNIQUE (transaction_record, audio)
    ) STRICT;
    CREATE INDEX transaction_recording_by_audio ON transaction_recording (audio);

    -- What was set aside, in quarantine/<uuid>/.
    CREATE TABLE quarantine (
      id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      uuid         TEXT    NOT NULL CHECK (length(uuid) = 36),
      code         TEXT    NOT NULL,
      message      TEXT    NOT NULL,
      quick_record INTEGER REFERENCES quick_record (id),  -- the record it names
      inbox        TEXT    NOT NULL,
      at           INTEGER NOT NULL,
      state        TEXT    NOT NULL CHECK (state IN ('held', 'retried', 'dropped'))
    ) STRICT;
    CREATE INDEX held_quarantine ON quarantine (inbox) WHERE state = 'held';

    CREATE TABLE quarantine_file (
      id         INTEGER NOT NULL PRIMARY KEY,
      quarantine INTEGER NOT NULL REFERENCES quarantine (id),
      role       TEXT    NOT NULL CHECK (role IN ('recording', 'sidecar')),
      name       BLOB    NOT NULL,                 -- in the inbox
      path       TEXT    NOT NULL,                 -- relative to the store
      bytes      INTEGER NOT NULL CHECK (bytes >= 0),
      sha256     BLOB    NOT NULL CHECK (length(sha256) = 32)
    ) STRICT;
    CREATE INDEX quarantine_file_by_item ON quarantine_file (quarantine);

    -- Invariant 3: files that are recorded and may still lie in an inbox.
    CREATE TABLE pending_removal (
      id           INTEGER NOT NULL PRIMARY KEY,
      inbox        TEXT    NOT NULL,
      name         BLOB    NOT NULL,
      private_name BLOB    NOT NULL,
      device       INTEGER NOT NULL,
      inode        INTEGER NOT NULL,
      size         INTEGER NOT NULL,
      modified     INTEGER NOT NULL,
      sha256       BLOB    NOT NULL CHECK (length(sha256) = 32)
    ) STRICT;

    -- Contents on which the decoder or the daemon died, and how often the decoder did so alone.
    CREATE TABLE suspect (
      sha256 BLOB    NOT NULL PRIMARY KEY CHECK (length(sha256) = 32),
      deaths INTEGER NOT NULL CHECK (deaths >= 0),
      at     INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Invariant 6: the end of every memo.
    CREATE TABLE outcome (
      id         INTEGER NOT NULL PRIMARY KEY,
      kind       TEXT    NOT NULL CHECK (kind IN
        ('recorded', 'revised', 'duplicate', 'quarantined', 'ignored', 'withdrawn')),
      at         INTEGER NOT NULL,
      inbox      TEXT    NOT NULL,
      recording  BLOB,                             -- names in the inbox
      sidecar    BLOB,
      record     TEXT,                             -- q12, x3
      CHECK (recording IS NOT NULL OR sidecar IS NOT NULL)
    ) STRICT;
    CREATE TABLE outcome_count (
      kind  TEXT    NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER count_outcome AFTER INSERT ON outcome BEGIN
      INSERT INTO outcome_count (kind, count) VALUES (new.kind, 1)
        ON CONFLICT (kind) DO UPDATE SET count = count + 1;
    END;

    -- The journal: every change through either program is one operation with its images.
    CREATE TABLE operation (
      id      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
      kind    TEXT    NOT NULL,
      program TEXT    NOT NULL,
      at      INTEGER NOT NULL,
      is_open INTEGER CHECK (is_open = 1)          -- while it is being made, null after
    ) STRICT;
    CREATE UNIQUE INDEX one_open_operation ON operation (is_open) WHERE is_open IS NOT NULL;

    -- A row before and after, as JSON; null where there was none. A blob is in hexadecimal.
    CREATE TABLE image (
      id         INTEGER NOT NULL PRIMARY KEY,
      operation  INTEGER NOT NULL REFERENCES operation (id),
      table_name TEXT    NOT NULL,
      row        INTEGER NOT NULL,
      record     TEXT,                             -- the record whose part the row is: q12
      before     TEXT,
      after      TEXT
    ) STRICT;
    CREATE INDEX image_by_operation ON image (operation);
    CREATE INDEX image_by_record ON image (record, operation) WHERE record IS NOT NULL;
    """

  /// The tables under the journal, and how a row names the record that it belongs to.
  static let journaled: [(table: String, record: String?)] = [
    ("audio", nil),
    ("quick_record", "'q' || %.id"),
    ("quick_record_tag", "'q' || %.quick_record"),
    ("sidecar", "'q' || %.quick_record"),
    ("transaction_record", "'t' || %.id"),
    ("transaction_tag", "'t' || %.transaction_record"),
    ("transaction_quick_record", "'t' || %.transaction_record"),
    ("transaction_recording", "'t' || %.transaction_record"),
    ("quarantine", "'x' || %.id"),
    ("quarantine_file", "'x' || %.quarantine"),
  ]
}
