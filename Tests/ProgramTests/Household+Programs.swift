import Glibc
import TestSupport
import Testing

/// A daemon beside a decoder of the test's choice.
extension Household {
  /// Copies the programs into a folder and answers the daemon's path there. With a `script`, that is the decoder: a shell
  /// script that finds the program at `$0.real`.
  func install(_ decoder: String = "FragileDecoder", behind script: String? = nil) throws -> String
  {
    let programs = folder["programs.\(UInt32.random(in: .min ... .max))"]
    let copied = BuiltProgram.run(
      "/bin/sh",
      [
        "-ec",
        #"mkdir "$1" && cp "$2" "$3" "$1/" && cp "$4" "$1/mm-decoder${5:+.real}""#
          + #" && if [ -n "$5" ]; then printf '#!/bin/sh\n%s\n' "$5" >"$1/mm-decoder""#
          + #" && chmod 755 "$1/mm-decoder"; fi"#,
        "sh", programs, BuiltProgram.path("mm-ingestd"), BuiltProgram.path("mm-decoder-av"),
        BuiltProgram.path(decoder), script ?? "",
      ])
    try #require(copied.status == 0, "\(copied.errors)")
    return "\(programs)/mm-ingestd"
  }

  /// Drops a memo whose recording has its decoder do as the word says (`Tests/FragileDecoder`).
  @discardableResult
  func dropFragile(_ word: String, seed: UInt64 = 99, name: String = "bad.wav") -> [UInt8] {
    var recording = Wave.tone(frames: 800, seed: seed)
    let text = Array("!\(word)".utf8)
    recording.replaceSubrange(
      44..<52, with: text + [UInt8](repeating: UInt8(ascii: " "), count: 8 - text.count))
    dropFile("\(name).json", into: inbox, Array(#"{"amount": 1000}"#.utf8))
    dropFile(name, into: inbox, recording)
    return recording
  }

  /// The commands of all processes that were started from within the test's folder.
  func processes() -> [String] {
    listFolder("/proc").filter { Int32($0) != nil }.compactMap { process in
      readFile("/proc/\(process)/cmdline").map { String(decoding: $0, as: UTF8.self) }
    }.filter { $0.contains(folder["programs."]) }
  }

  /// A program that anybody may run who reaches the test's folder, with those that it needs beside it: copies, where the
  /// build lies in a folder of this user's own.
  func reachable(_ program: String) -> String {
    let built = BuiltProgram.path(program)
    if Household.isReachable(built) { return built }
    let programs = folder["reachable"]
    let copied = BuiltProgram.run(
      "/bin/sh",
      [
        "-ec",
        #"mkdir -p "$1"; for name in mm-ingestd mm-organize mm-decoder mm-decoder-av; do"#
          + #" [ -e "$1/$name" ] || cp "${2%/*}/$name" "$1/"; done; chmod -R a+rX "$1""#,
        "sh", programs, built,
      ])
    precondition(copied.status == 0, copied.errors)
    return "\(programs)/\(program)"
  }

  private static func isReachable(_ path: String) -> Bool {
    var path = path
    while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      path = String(path[..<slash])
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
    }
    return true
  }
}
