import Linux

/// A temporary folder with an inbox and a store, and the daemon to try on them.
struct Workshop: ~Copyable {
  let path: String
  private let isPart: Bool
  private let number: Int32 = CurrentProcess.identifier

  init(_ name: String) throws(SystemError) {
    let base = CurrentProcess.environment("TMPDIR") ?? "/tmp"
    isPart = false
    path = "\(base)/moneymom-bench-\(number)-\(name)"
    try makeDirectories("\(path)/inbox", mode: 0o700)
  }

  private init(inside path: String) throws(SystemError) {
    self.path = path
    isPart = true
    try makeDirectories("\(path)/inbox", mode: 0o700)
  }

  /// Another inbox and store, which are removed with this one.
  func part(_ name: String) throws(SystemError) -> Workshop {
    try Workshop(inside: "\(path)/\(name)")
  }

  deinit { if !isPart { try? removeFolder(path) } }

  var inbox: String { "\(path)/inbox" }
  var store: String { "\(path)/store" }

  func daemon(_ options: [String]) throws(SystemError) -> RunningProgram {
    return try RunningProgram(
      try Workshop.program("mm-ingestd"),
      options + ["--quiet", "--store", store, "--inbox", inbox],
      environment: ["XDG_CONFIG_HOME": path])
  }

  /// A program of this build, which stands beside this one.
  static func program(_ name: String) throws(SystemError) -> String {
    let executable = try CurrentProcess.executablePath()
    let folder = executable.lastIndex(of: "/").map { executable[..<$0] } ?? "."
    return "\(folder)/\(name)"
  }

  /// Writes under an ignored name and renames, as a careful program does.
  func drop(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
    let folder = try Descriptor(opening: inbox, [.directory])
    let temporary = PathBytes(".\(name).part")
    let file = try Descriptor(
      opening: temporary, in: folder, [.write, .create, .truncate], mode: 0o600)
    try file.write(bytes)
    try file.close()
    try folder.rename(temporary, to: PathBytes(name), in: folder)
  }
}
