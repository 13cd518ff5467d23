/// Schema 3: how a memo came to its end, and the ends found by record and by name.
enum Schema3 {
  static let changes = """
    -- When its files came to the inbox; null in rows of earlier versions.
    ALTER TABLE outcome ADD COLUMN recording_arrived INTEGER;
    ALTER TABLE outcome ADD COLUMN sidecar_arrived INTEGER;
    -- What it waited for: an array of code, since, until, times and message; null for nothing.
    ALTER TABLE outcome ADD COLUMN waits TEXT CHECK (waits IS NULL OR json_valid(waits));

    CREATE INDEX outcome_by_record ON outcome (record) WHERE record IS NOT NULL;
    CREATE INDEX outcome_by_recording ON outcome (recording, inbox) WHERE recording IS NOT NULL;
    CREATE INDEX outcome_by_sidecar ON outcome (sidecar, inbox) WHERE sidecar IS NOT NULL;
    """
}
