/// Schema 2: how much of a recording is the encoder's, and no sound.
enum Schema2 {
  static let changes = """
    -- Frames before the sound by the container, which are not among `frames`; null where it names none.
    ALTER TABLE audio ADD COLUMN priming_frames INTEGER CHECK (priming_frames >= 0);
    """
}
