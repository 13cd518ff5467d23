import Glibc
import TestSupport
import Testing

@testable import Linux

@Suite("inotify", .timeLimit(.minutes(2)))
struct InotifyTests {
  let folder = TemporaryFolder()

  /// Events until one of the name comes that has the kinds.
  private func events(
    of inotify: Inotify, until name: PathBytes, _ kinds: Inotify.Kinds
  ) async -> [Inotify.Event] {
    var seen: [Inotify.Event] = []
    for await batch in inotify.events {
      seen += batch
      if batch.contains(where: { $0.name == name && $0.kinds.isSuperset(of: kinds) }) { break }
    }
    return seen
  }

  @Test("a rename into the folder is one event, with the name byte for byte (W15)")
  func movedIn() async throws {
    let inotify = try Inotify()
    _ = try inotify.watch(folder.path, for: [.movedIn, .closedAfterWriting])
    let directory = try Descriptor(opening: folder.path, [.directory])
    let name = PathBytes(Array("memo_".utf8) + [0xF1, 0x0A] + Array(".wav".utf8))
    writeFile(folder[".part"], "sound")
    try directory.rename(".part", to: name, in: directory)
    let seen = await events(of: inotify, until: name, .movedIn)
    #expect(seen.map(\.name) == [".part", name])
    #expect(seen.map(\.kinds) == [.closedAfterWriting, .movedIn])
  }

  @Test("the end of the folder itself is told, and then that the watch is gone")
  func folderRemoved() async throws {
    mkdir(folder["inbox"], 0o755)
    let inotify = try Inotify()
    let watch = try inotify.watch(folder["inbox"], for: [.directoryDeleted])
    rmdir(folder["inbox"])
    var kinds: Inotify.Kinds = []
    for await batch in inotify.events {
      for event in batch where event.watch == watch { kinds.formUnion(event.kinds) }
      if kinds.contains(.ignored) { break }
    }
    #expect(kinds.isSuperset(of: [.directoryDeleted, .ignored]))
  }

  @Test("a burst of events comes whole and in order")
  func burst() async throws {
    let inotify = try Inotify()
    _ = try inotify.watch(folder.path, for: .created)
    for number in 0..<5000 { mkdir(folder["\(number)"], 0o755) }
    let seen = await events(of: inotify, until: "4999", .created)
    #expect(seen.map { $0.name?.description } == (0..<5000).map { "\($0)" })
  }

  @Test("W11: lost events are an overflow without a name, and the records after it are read on")
  func overflow() {
    func record(_ watch: Int32, _ kinds: UInt32, _ name: [UInt8]) -> [UInt8] {
      func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      return bytes(UInt32(bitPattern: watch)) + bytes(kinds) + bytes(0)
        + bytes(UInt32(name.count)) + name
    }
    let padded = Array("lunch.wav".utf8) + [UInt8](repeating: 0, count: 7)
    let buffer =
      record(-1, UInt32(IN_Q_OVERFLOW), []) + record(3, UInt32(IN_MOVED_TO), padded)
    let events = buffer.withUnsafeBytes { Inotify.parse($0) }
    #expect(events.map(\.kinds) == [.overflow, .movedIn])
    #expect(events.map(\.name) == [nil, "lunch.wav"])
    // A record that is cut is not read past its end.
    let cut = buffer.dropLast(12)
    #expect(Array(cut).withUnsafeBytes { Inotify.parse($0) }.count == 2)
  }

  @Test("a folder that is not there, or is a file, cannot be watched")
  func refusals() throws {
    let inotify = try Inotify()
    writeFile(folder["file"], "")
    let file = folder["file"]
    let none = folder["none"]
    #expect(throws: SystemError(.notDirectory, "inotify_add_watch", on: file)) {
      try inotify.watch(file, for: .created)
    }
    #expect(throws: SystemError(.notFound, "inotify_add_watch", on: none)) {
      try inotify.watch(none, for: .created)
    }
  }
}
