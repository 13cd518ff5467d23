/// Judges a player that ended well, although it said that something was wrong. ffplay ends so where there is no sound
/// device, and after a file that is no sound; it also complains of small damage in what it plays.
public enum PlayerWords {
  private static let failures = [
    "Invalid data found when processing input", "audio open failed", "Could not initialize SDL",
    "Failed to open file", "could not find codec parameters",
  ]

  /// Whether nothing was to be heard, by what the player said and, where the length of the recording is known, by how
  /// long it took.
  public static func tellOfSilence(
    _ said: String, took: Duration, of length: Duration?
  ) -> Bool {
    guard !said.isEmpty else { return false }
    if let length, took < length / 2 { return true }
    return failures.contains { said.contains($0) }
  }
}
