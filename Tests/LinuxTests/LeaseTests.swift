import Glibc
import Linux
import TestSupport
import Testing

@Suite("Read leases")
struct LeaseTests {
  let folder = TemporaryFolder()

  init() {
    // A break must not end the test's own process.
    signal(LeaseBreaks.signal, SIG_IGN)
    writeFile(folder["memo.wav"], "sound")
  }

  @Test("a file that nobody writes can be leased, and the lease ends when it is released")
  func free() throws {
    let file = try Descriptor(opening: folder["memo.wav"])
    expectLease(of: file, false)
    try file.takeReadLease()
    expectLease(of: file, true)
    LeaseBreaks.release(file.number)
    expectLease(of: file, false)
  }

  @Test("W01: a file that is open for writing cannot be leased until the writer closes it")
  func openForWriting() throws {
    let writer = try Descriptor(opening: folder["memo.wav"], [.write])
    let file = try Descriptor(opening: folder["memo.wav"])
    #expect(throws: Descriptor.LeaseRefusal.openForWriting) { try file.takeReadLease() }
    try writer.close()
    try file.takeReadLease()
  }

  @Test("another reader does not matter")
  func otherReader() throws {
    let reader = try Descriptor(opening: folder["memo.wav"])
    let file = try Descriptor(opening: folder["memo.wav"])
    try file.takeReadLease()
    #expect(try reader.read(upTo: 5) == Array("sound".utf8))
    expectLease(of: file, true)
  }

  @Test("a file that has no leases says so")
  func unavailable() throws {
    let pipe = try Descriptor(opening: "/dev/null")
    #expect(throws: Descriptor.LeaseRefusal.unavailable) { try pipe.takeReadLease() }
  }

  @Test("a writer breaks the lease, waits, and goes on as soon as it is released")
  func broken() async throws {
    let path = folder["memo.wav"]
    let file = try Descriptor(opening: path)
    try file.takeReadLease()
    // Asking without waiting breaks the lease all the same (fcntl(2)).
    #expect(throws: SystemError(.wouldBlock, "openat", on: path)) {
      _ = try Descriptor(opening: path, [.write, .nonBlocking])
    }
    expectLease(of: file, false)
    LeaseBreaks.release(file.number)
    let writer = try Descriptor(opening: path, [.write])
    try writer.write("music")
    #expect(readFile(path) == Array("music".utf8))
  }
}

/// The macro cannot look into a descriptor, which has one owner.
private func expectLease(
  of file: borrowing Descriptor, _ expected: Bool, _ location: SourceLocation = #_sourceLocation
) {
  let isIntact = (try? file.hasIntactLease()) == true
  #expect(isIntact == expected, sourceLocation: location)
}
