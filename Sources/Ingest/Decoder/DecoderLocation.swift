import Linux

/// Where the decoder program lies, seen from the program that runs (`/proc/self/exe`): in `../libexec/moneymom` of an
/// installed tree, or beside it in a build folder. So a staged tree runs where it lies.
public enum DecoderLocation {
  public static let name = "mm-decoder"

  /// The first place that has it; the installed place where none has.
  public static func find(near executable: String) -> String {
    let folder = parent(of: executable)
    let installed = "\(parent(of: folder))/libexec/moneymom/\(name)"
    let beside = "\(folder)/\(name)"
    return [installed, beside].first(where: isThere) ?? installed
  }

  /// A fault is given a second and a third try, since the answer holds as long as the program runs.
  private static func isThere(_ path: String) -> Bool {
    for _ in 0..<3 {
      do throws(SystemError) { return try fileStatus(at: path).kind == .regular } catch {
        if error.code == .notFound || error.code == .notDirectory { return false }
      }
    }
    return false
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
