import Glibc
import Linux

/// Plain file work for tests; each traps when the test's own preparation fails.
public func writeFile(_ path: String, _ bytes: [UInt8]) {
  do {
    let file = try Descriptor(opening: path, [.write, .create, .truncate], mode: 0o644)
    try file.write(bytes)
  } catch {
    preconditionFailure("\(error)")
  }
}

public func writeFile(_ path: String, _ text: String) { writeFile(path, Array(text.utf8)) }

/// The content, or nil when there is no such file.
public func readFile(_ path: String) -> [UInt8]? {
  guard let file = try? Descriptor(opening: path) else { return nil }
  return (try? file.readAll(limit: 1 << 30)) ?? nil
}

/// Writes under an ignored name and renames, as a careful program drops a file.
public func dropFile(_ name: String, into folder: String, _ bytes: [UInt8]) {
  let temporary = "\(folder)/.\(name).part"
  writeFile(temporary, bytes)
  guard rename(temporary, "\(folder)/\(name)") == 0 else {
    preconditionFailure("cannot rename into \(folder)")
  }
}

/// The entries of a folder, sorted, without `.` and `..`; bytes that are not UTF-8 are replaced.
public func listFolder(_ path: String) -> [String] {
  guard let folder = try? Descriptor(opening: path, [.directory]),
    let names = try? folder.entryNames()
  else { return [] }
  return names.map(\.description).sorted()
}

/// A symbolic link.
public func makeLink(_ path: String, to target: String) {
  guard symlink(target, path) == 0 else { preconditionFailure("cannot link \(path)") }
}
