import Glibc
import JSON
import Linux
import TestSupport
import Testing

@Suite("Files that name another file", .fewAtATime)
struct DecoyTests {
  private static let recordings =
    String(#filePath.dropLast("ProgramTests/DecoyTests.swift".count)) + "MediaAudioTests/Recordings"

  /// A folder with a recording that nobody may open, and a watch that tells who did (inotify(7)).
  private struct Bait {
    private static let opened = Inotify.Kinds(rawValue: UInt32(IN_OPEN | IN_ACCESS))
    private let inotify: Inotify
    private let folder: String
    var path: String { "\(folder)/bait.m4a" }

    init(in folder: TemporaryFolder, _ bytes: [UInt8]) throws {
      self.folder = folder["bait"]
      try makeDirectories(self.folder)
      writeFile("\(self.folder)/bait.m4a", bytes)
      writeFile("\(self.folder)/end", "")
      inotify = try Inotify()
      _ = try inotify.watch(self.folder, for: Bait.opened)
    }

    /// Whether the recording was opened so far.
    func wasTaken() async -> Bool {
      // What is opened last comes last.
      _ = readFile("\(folder)/end")
      var names: Set<String> = []
      for await events in inotify.events {
        names.formUnion(events.compactMap { $0.name.map(\.description) })
        if names.contains("end") { break }
      }
      return names.contains("bait.m4a")
    }
  }

  private struct Decoy {
    let bytes: [UInt8]
    var code = "not-audio"
    /// What ffmpeg must be told to follow it; nil where it cannot be made to.
    var options: [String]?
  }

  private func decoys(_ path: String, _ recording: [UInt8]) -> [Decoy] {
    func text(_ lines: String..., options: [String]? = nil) -> Decoy {
      Decoy(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), options: options)
    }
    let list = ["-safe", "0", "-protocol_whitelist", "file,subfile"]
    return [
      text("ffconcat version 1.0", "file '\(path)'", options: list),
      text("ffconcat version 1.0", "file 'file:\(path)'", options: list),
      text("ffconcat version 1.0", "file 'subfile,,start,0,end,0,,:\(path)'", options: list),
      text("ffconcat version 1.0", "file '../bait/bait.m4a'", options: list),
      text(
        "#EXTM3U", "#EXT-X-TARGETDURATION:9", "#EXTINF:9,", path, "#EXT-X-ENDLIST",
        options: ["-allowed_extensions", "ALL"]),
      text(
        "#EXTM3U", "#EXT-X-TARGETDURATION:9", "#EXT-X-MAP:URI=\"file:\(path)\"", "#EXTINF:9,",
        "file:\(path)", "#EXT-X-ENDLIST", options: ["-allowed_extensions", "ALL"]),
      text("subfile,,start,0,end,0,,:\(path)"), text("concat:\(path)|\(path)"), text(path),
      Decoy(
        bytes: QuickTimeReference.replace(in: recording, naming: path), code: "no-frames",
        options: ["-enable_drefs", "1", "-use_absolute_path", "1"]),
    ]
  }

  @Test("A23: lists, playlists and references are set aside, and what they name is not opened")
  func decoys() async throws {
    let home = Household()
    let recording = try #require(readFile("\(Self.recordings)/alac.m4a"))
    let bait = try Bait(in: home.folder, recording)
    let decoys = decoys(bait.path, recording)
    for (index, decoy) in decoys.enumerated() {
      dropFile("x\(index).m4a", into: home.inbox, decoy.bytes)
    }
    let outcome = home.ingestOnce()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(await bait.wasTaken() == false)

    #expect(try home.records("list").isEmpty)
    let items = try home.records("quarantine", "list")
    #expect(items.count == decoys.count)
    for (index, decoy) in decoys.enumerated() {
      let item = try #require(items.first { $0["names"] == [.string("x\(index).m4a")] })
      #expect(item["code"]?.string == decoy.code, "x\(index)")
      let path = try #require(item["audio"]?.string)
      #expect(readFile("\(home.store)/\(path)") == decoy.bytes, "x\(index)")
    }
  }

  @Test("A23: a program that trusts the same files does open it, and the watch sees that")
  func trusting() async throws {
    let folder = TemporaryFolder()
    let recording = try #require(readFile("\(Self.recordings)/alac.m4a"))
    try makeDirectories(folder["inbox"])
    let path = try Bait(in: folder, recording).path
    for (index, decoy) in decoys(path, recording).enumerated() {
      guard let options = decoy.options else { continue }
      let bait = try Bait(in: folder, recording)
      writeFile(folder["inbox/x.m4a"], decoy.bytes)
      _ = BuiltProgram.run(
        "/usr/bin/env",
        ["-C", folder["inbox"], "ffmpeg", "-v", "error", "-nostdin"] + options
          + ["-i", "x.m4a", "-f", "null", "-"])
      #expect(await bait.wasTaken(), "x\(index)")
    }
  }
}
