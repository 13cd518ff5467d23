import Glibc
import Linux
import TestSupport
import Testing

@Suite("Folders by descriptor")
struct DirectoryTests {
  let folder = TemporaryFolder()

  private func open() throws -> Descriptor { try Descriptor(opening: folder.path, [.directory]) }

  @Test("names come byte for byte, as often as they are asked for (W15)")
  func names() throws {
    let directory = try open()
    let names: Set<PathBytes> = [
      PathBytes([0xF1, 0x0A]), "lunch.wav", PathBytes(String(repeating: "\u{1F35C}", count: 63)),
    ]
    for name in names { _ = try Descriptor(opening: name, in: directory, [.write, .create]) }
    for _ in 0..<2 { #expect(Set(try directory.entryNames()) == names) }
  }

  @Test("an open folder is still itself after it was renamed away and another has its path")
  func followsTheFolder() throws {
    mkdir(folder["inbox"], 0o755)
    let inbox = try Descriptor(opening: folder["inbox"], [.directory])
    writeFile(folder["inbox/lunch.wav"], "sound")
    rename(folder["inbox"], folder["away"])
    mkdir(folder["inbox"], 0o755)
    #expect(try inbox.entryNames() == ["lunch.wav"])
  }

  @Test("a rename that must not replace leaves both files as they are")
  func renameWithoutReplacing() throws {
    let directory = try open()
    writeFile(folder["one"], "1")
    writeFile(folder["two"], "2")
    #expect(throws: SystemError(.exists, "renameat2", on: "one")) {
      try directory.renameWithoutReplacing("one", to: "two", in: directory)
    }
    #expect(readFile(folder["two"]) == Array("2".utf8))
    try directory.renameWithoutReplacing("one", to: "three", in: directory)
    #expect(listFolder(folder.path) == ["three", "two"])
    try directory.rename("three", to: "two", in: directory)
    #expect(readFile(folder["two"]) == Array("1".utf8))
  }

  @Test("W28: the status of a link is the link's own, and it is not opened where links are refused")
  func links() throws {
    let directory = try open()
    writeFile(folder["outside"], "secret")
    symlink(folder["outside"], folder["memo.wav"])
    #expect(try directory.status(of: "memo.wav").kind == .symbolicLink)
    #expect(throws: SystemError(.symbolicLinkLoop, "openat", on: "memo.wav")) {
      _ = try Descriptor(opening: "memo.wav", in: directory, [.read, .noFollow])
    }
  }

  @Test(
    "missing folders are made down to the last, one that is there is fine, a file in the way is not"
  )
  func makeAll() throws {
    let deep = folder["a/b/c"]
    for _ in 0..<2 { try makeDirectories(deep) }
    #expect(try fileStatus(at: deep).kind == .directory)
    writeFile(folder["file"], "")
    let blocked = folder["file"]
    #expect(throws: SystemError.self) { try makeDirectories(blocked) }
    // Nothing can be made there, though all above it is.
    #expect(throws: SystemError.self) { try makeDirectories("/proc/moneymom/store") }
    #expect(try canonicalPath(folder["a/../a/b"]) == canonicalPath(folder.path) + "/a/b")
  }

  @Test("an identity changes with the content and not with the mode")
  func identity() throws {
    writeFile(folder["memo.wav"], "sound")
    let before = try fileStatus(at: folder["memo.wav"])
    chmod(folder["memo.wav"], 0o600)
    let after = try fileStatus(at: folder["memo.wav"])
    #expect(after.identity == before.identity)
    #expect(after.mode == 0o600)
    writeFile(folder["memo.wav"], "longer sound")
    #expect(try fileStatus(at: folder["memo.wav"]).identity != before.identity)
  }
}
