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
    return [installed, beside].first { (try? fileStatus(at: $0).kind) == .regular } ?? installed
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
