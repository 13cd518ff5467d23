import TestSupport
import Testing

@testable import Linux

@Suite("Locks on files and folders")
struct FileLockTests {
  let folder = TemporaryFolder()

  @Test("a second open file description is refused, and may lock once the first is gone")
  func excludes() throws {
    do {
      let lock = try FileLock(locking: Descriptor(opening: folder.path, [.directory]))
      #expect(throws: SystemError.self) {
        _ = try FileLock(locking: Descriptor(opening: folder.path, [.directory]))
      }
      #expect(try FileLock.isHeld(on: Descriptor(opening: folder.path, [.directory])))
      _ = consume lock
    }
    #expect(try !FileLock.isHeld(on: Descriptor(opening: folder.path, [.directory])))
    _ = try FileLock(locking: Descriptor(opening: folder.path, [.directory]))
  }

  @Test("the holder of a lock is named")
  func holder() throws {
    let probe = try Descriptor(opening: folder.path, [.directory])
    #expect(FileLock.holder(of: probe) == nil)
    let lock = try FileLock(locking: Descriptor(opening: folder.path, [.directory]))
    #expect(FileLock.holder(of: probe) == CurrentProcess.identifier)
    _ = consume lock
  }
}
