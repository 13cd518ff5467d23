import Glibc
import Linux
import TestSupport
import Testing

@Suite("Looking for a program")
struct ProgramSearchTests {
  @Test(
    "the first folder of PATH that has it counts; what may not be executed, folders and relative parts do not"
  )
  func search() throws {
    let one = TemporaryFolder()
    let two = TemporaryFolder()
    writeFile(one["player"], "no program")
    try makeDirectories(one["folder"])
    for name in ["player", "folder"] {
      writeFile(two[name], "#!/bin/sh\n")
      chmod(two[name], 0o755)
    }
    let path = "\(one.path)::\(two.path)"
    #expect(findProgram("player", in: path) == two["player"])
    #expect(findProgram("folder", in: path) == two["folder"])
    #expect(findProgram("other", in: path) == nil)
    chmod(one["player"], 0o755)
    #expect(findProgram("player", in: path) == one["player"])
    #expect(findProgram("sh", in: "..:bin") == nil)
    #expect(findProgram("sh", in: "/bin") == "/bin/sh")
  }
}
