import Linux
import Records

/// The name of a file inside a quarantine folder: the one it had where that is safe, never a path.
enum QuarantineName {
  static let reason: PathBytes = "reason.json"
  /// The longest name of common file systems, in bytes (limits.h, NAME_MAX).
  private static let longest = 255

  /// A name unlike all of `taken`. Bytes that are not UTF-8 and control characters are written `\xNN`; `/` and a
  /// leading point become `_`; what is then too long is cut before its extension.
  static func choose(for name: FileName, taken: Set<PathBytes>) -> PathBytes {
    var text = String(name.description.map { $0 == "/" ? "_" : $0 })
    if text.isEmpty || text.hasPrefix(".") { text = "_" + text.dropFirst() }
    var number = 1
    while true {
      let candidate = PathBytes(fitted(text, mark: number == 1 ? "" : "~\(number)"))
      if candidate != reason && !taken.contains(candidate) { return candidate }
      number += 1
    }
  }

  /// The mark stands before the extension: `lunch~2.wav`.
  private static func fitted(_ text: String, mark: String) -> String {
    var stem = text[...]
    var suffix = ""
    if let point = text.lastIndex(of: "."), point != text.startIndex,
      text[point...].utf8.count <= 16
    {
      stem = text[..<point]
      suffix = String(text[point...])
    }
    // By scalars, since one character may be longer than a name.
    while stem.utf8.count + mark.utf8.count + suffix.utf8.count > longest {
      stem.unicodeScalars.removeLast()
    }
    return stem + mark + suffix
  }
}
