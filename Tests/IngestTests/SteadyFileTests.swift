import Glibc
import Linux
import Records
import TestSupport
import Testing

@testable import Ingest

@Suite("Reading an inbox file while nobody writes it")
struct SteadyFileTests {
  let folder = TemporaryFolder()

  private func open() throws -> Descriptor { try Descriptor(opening: folder.path, [.directory]) }

  private func read(_ name: String, expecting identity: FileIdentity) throws -> [UInt8] {
    let file = try SteadyFile(opening: FileName(name), expecting: identity, in: open())
    var content: [UInt8] = []
    try file.readToEnd { content.append(contentsOf: $0) }
    return content
  }

  @Test("every byte comes, also of a file longer than the buffer")
  func readsAll() throws {
    let content = (0..<600_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    writeFile(folder["a.wav"], content)
    #expect(try read("a.wav", expecting: open().status(of: "a.wav").identity) == content)
  }

  @Test("a file that a program still has open for writing is refused")
  func openForWriting() throws {
    writeFile(folder["a.wav"], "sound")
    let identity = try open().status(of: "a.wav").identity
    let writer = try Descriptor(opening: folder["a.wav"], [.write])
    #expect(throws: IntakeRefusal.openForWriting) { try read("a.wav", expecting: identity) }
    try writer.close()
    #expect(try read("a.wav", expecting: identity) == Array("sound".utf8))
  }

  @Test("a file that changed since it was seen is refused")
  func changed() throws {
    writeFile(folder["a.wav"], "sound")
    let identity = try open().status(of: "a.wav").identity
    writeFile(folder["a.wav"], "other sound")
    #expect(throws: IntakeRefusal.changed) { try read("a.wav", expecting: identity) }
  }

  @Test("a file written while it is read is refused, and the writer does not wait")
  func writtenMeanwhile() throws {
    writeFile(folder["a.wav"], [UInt8](repeating: 7, count: 400_000))
    let identity = try open().status(of: "a.wav").identity
    let file = try SteadyFile(opening: FileName("a.wav"), expecting: identity, in: open())
    signal(LeaseBreaks.signal, SIG_IGN)
    var chunks = 0
    #expect(throws: IntakeRefusal.changed) {
      try file.readToEnd { _ in
        chunks += 1
        // Non-blocking, since the test's own lease would make it wait; the attempt alone breaks the lease.
        if chunks == 1 { _ = try? Descriptor(opening: folder["a.wav"], [.write, .nonBlocking]) }
      }
    }
  }

  @Test("a file whose time was put back after a change is refused, also without a lease")
  func putBack() throws {
    writeFile(folder["a.wav"], "sound")
    let status = try open().status(of: "a.wav")
    let file = try SteadyFile(opening: FileName("a.wav"), expecting: status.identity, in: open())
    // The status alone, which breaks no lease.
    let other = try Descriptor(opening: folder["a.wav"])
    try other.setModified(status.modified)
    #expect(throws: IntakeRefusal.changed) { try file.readToEnd { _ in } }
  }

  @Test("W28, W29: a link, a pipe or a folder that took the name is never opened as a recording")
  func irregular() throws {
    writeFile(folder["outside"], "secret")
    let identity = try open().status(of: "outside").identity
    symlink(folder["outside"], folder["link.wav"])
    mkfifo(folder["pipe.wav"], 0o644)
    mkdir(folder["folder.wav"], 0o755)
    for name in ["link.wav", "pipe.wav", "folder.wav"] {
      #expect(throws: IntakeRefusal.changed) { try read(name, expecting: identity) }
    }
  }

  @Test("a file that has gone says so")
  func gone() throws {
    let identity = FileIdentity(device: 1, inode: 1, size: 1, modified: 1)
    #expect(throws: IntakeRefusal.gone) { try read("none.wav", expecting: identity) }
  }
}
