import Glibc

/// A new folder that is removed, with all that it holds, when the last reference goes.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// In `base`, else where temporary files belong.
  public init(in base: String? = nil) {
    let base = base ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/moneymom-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      preconditionFailure("no temporary folder can be made in \(base)")
    }
    // What mkdtemp returns points into the array, and no longer than the call.
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { removeTree(path) }

  /// The path of an entry of this folder.
  public subscript(_ name: String) -> String { "\(path)/\(name)" }
}

/// Removes a file, or a folder with all that it holds; links are removed, not followed.
public func removeTree(_ path: String) {
  guard unlink(path) != 0 else { return }
  if let stream = opendir(path) {
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    closedir(stream)
    for name in names where name != "." && name != ".." { removeTree("\(path)/\(name)") }
  }
  rmdir(path)
}
