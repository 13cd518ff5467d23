import Synchronization
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

  @Test("the holder of a lock is named while others come and go")
  func holderAmongOthers() throws {
    let folder = folder
    for number in 0..<150 { writeFile(folder["\(number)"], "") }
    let lock = try FileLock(locking: Descriptor(opening: folder.path, [.directory]))
    let isOver = Atomic(false)
    let unnamed = Atomic(0)
    try onThreads(2, name: "locks") { number in
      if number == 0 {
        for _ in 0..<2000 {
          guard let probe = try? Descriptor(opening: folder.path, [.directory]),
            FileLock.holder(of: probe) == CurrentProcess.identifier
          else {
            unnamed.add(1, ordering: .relaxed)
            continue
          }
        }
        isOver.store(true, ordering: .relaxed)
      } else {
        while !isOver.load(ordering: .relaxed) { FileLockTests.lockAll(of: folder) }
      }
    }
    #expect(unnamed.load(ordering: .relaxed) == 0)
    _ = consume lock
  }

  /// One after the other, so that a hundred and fifty are held at once, and then none.
  private static func lockAll(of folder: TemporaryFolder, from number: Int = 0) {
    guard number < 150 else { return }
    let lock = try? FileLock(locking: Descriptor(opening: folder["\(number)"]))
    lockAll(of: folder, from: number + 1)
    _ = lock
  }
}
