// The parts of `make powercut` that the script `run` cannot do.
//
// mm-powercut script FOLDER                 writes the memos of the virtual machine and the calls that drop them
// mm-powercut cuts COUNT SEED END LOG       the points to cut at, after a line of what the log holds
// mm-powercut replay LOG CUT IMAGE          puts onto a disk what is on it after a cut
// mm-powercut audit at-once|in-the-end CUT END LOG DISK [stale]   what is wrong with that disk, mounted; ends with 1 if
//                                           anything is; `stale` where the file system may show older bytes in new files
//
// END is the size of the file system in bytes, behind which the machine leaves its marks.

import Glibc
import Linux
import LoggedDisk
import TestSupport

func complain(_ text: String, _ status: Int32) -> Never {
  writeStandardError("mm-powercut: \(text)\n")
  CurrentProcess.exit(status)
}

func usage() -> Never { complain("see the head of Tests/PowerCut/Program/main.swift", EX_USAGE) }

func readLog(_ path: String) throws -> WriteLog {
  guard let bytes = readFile(path) else { complain("there is no log \(path)", EX_NOINPUT) }
  return try WriteLog(bytes)
}

func writeScript(_ folder: String) throws {
  let script = Script()
  for step in script.steps {
    for file in step.files { writeFile("\(folder)/\(file.name)", file.bytes) }
  }
  writeFile("\(folder)/script", script.commands.joined(separator: "\n") + "\n")
}

func printCuts(_ count: Int, _ seed: UInt64, _ end: Int, _ log: WriteLog) {
  guard let start = Marks.start(of: log, behind: end) else {
    complain("the machine left no mark in the log: it did not get to its inboxes", EX_DATAERR)
  }
  let flushes = log.entries.count { $0.isFlush }
  print("\(log.entries.count) entries in the log, \(flushes) flushes")
  for cut in CutPoint.choose(count, in: log, from: start, seed: seed) { print(cut) }
}

func replay(_ log: WriteLog, _ cut: CutPoint, onto path: String) throws {
  let image = try Descriptor(opening: path, [.readWrite])
  for stretch in log.medium(at: cut) {
    let bytes =
      stretch.data.map { log.bytes[$0] } ?? ArraySlice(repeating: 0, count: stretch.length)
    let written = bytes.withUnsafeBytes {
      pwrite(image.number, $0.baseAddress, $0.count, stretch.offset)
    }
    guard written == bytes.count else { complain("\(path) cannot be written", EX_IOERR) }
  }
}

do {
  let words = Array(CommandLine.arguments.dropFirst())
  switch (words.first, words.count) {
  case ("script", 2): try writeScript(words[1])
  case ("cuts", 5):
    guard let count = Int(words[1]), let seed = UInt64(words[2]), let end = Int(words[3]) else {
      usage()
    }
    printCuts(count, seed, end, try readLog(words[4]))
  case ("replay", 4):
    guard let cut = CutPoint(words[2]) else { usage() }
    try replay(readLog(words[1]), cut, onto: words[3])
  case ("audit", 6),
    ("audit", 7) where words.count == 6 || words[6] == "stale":
    guard let cut = CutPoint(words[2]), let end = Int(words[3]) else { usage() }
    let marks = Marks(in: try readLog(words[4]), behind: end, before: cut.end)
    let audit = words[1] == "at-once" ? Audit.atOnce : Audit.inTheEnd
    let found = audit(words[5], Script().steps, marks, words.count == 7)
    for path in found.kept { print("kept \(path)") }
    for fault in found.faults { print("  \(fault)") }
    CurrentProcess.exit(found.faults.isEmpty ? 0 : 1)
  default: usage()
  }
} catch { complain("\(error)", EX_DATAERR) }
