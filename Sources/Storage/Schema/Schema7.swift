import SQLite

/// Schema 7: transactions that are parts of others, that were put into others, and that give money back.
///
/// Money is counted once: of a whole and its parts, and of what was merged and what came of it, one side lives.
enum Schema7 {
  static let number = 7

  private static let links = """
    -- The transaction that was split, of which it is a part.
    ALTER TABLE transaction_record ADD COLUMN part_of INTEGER REFERENCES transaction_record (id);
    -- The transaction that it was put into; the whole itself for a part that was put together with the others again.
    -- Whatever has one is deleted.
    ALTER TABLE transaction_record ADD COLUMN merged_into INTEGER REFERENCES transaction_record (id);
    -- The expense of which money came back.
    ALTER TABLE transaction_record ADD COLUMN refund_of INTEGER REFERENCES transaction_record (id);

    CREATE INDEX transaction_record_by_whole
      ON transaction_record (part_of) WHERE part_of IS NOT NULL;
    CREATE INDEX transaction_record_by_merger
      ON transaction_record (merged_into) WHERE merged_into IS NOT NULL;
    CREATE INDEX transaction_record_by_refunded
      ON transaction_record (refund_of) WHERE refund_of IS NOT NULL;
    """

  static func run(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(links)
    let record = Schema1.journaled.first { $0.table == "transaction_record" }?.record
    try JournalTriggers.install(on: "transaction_record", record: record, connection)
  }
}
