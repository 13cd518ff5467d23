import InboxWatch
import Linux
import TestSupport
import Testing

@testable import Ingest

@Suite("What the log says of faults")
struct FaultLineTests {
  private func identity(of text: String) throws -> FileIdentity {
    let folder = TemporaryFolder()
    writeFile(folder["a"], text)
    return try fileStatus(at: folder["a"]).identity
  }

  @Test("a fault that stays is told once; another one, another file and a second spell are news")
  func once() throws {
    let told = ToldFaults()
    let (one, other) = (try identity(of: "a"), try identity(of: "other"))
    let denied = Conclusion.fault(.unreadable, message: "no")
    #expect(told.isNews(denied, at: "/i/a", [one]))
    #expect(!told.isNews(denied, at: "/i/a", [one]))
    #expect(told.isNews(denied, at: "/i/b", [one]))
    #expect(told.isNews(.fault(.retry, message: "no"), at: "/i/a", [one]))
    #expect(told.isNews(denied, at: "/i/a", [one]))
    #expect(told.isNews(denied, at: "/i/a", [other]))
    told.forget(path: "/i/a")
    #expect(told.isNews(denied, at: "/i/a", [other]))
  }

  @Test("a fault of the system is a sentence with what helps, and does not name the file again")
  func sentences() {
    let denied = SystemError(.accessDenied, "openat", on: "lunch.wav")
    #expect(denied.unreadableSentence.contains("chmod g+r"))
    #expect(!denied.unreadableSentence.contains("lunch.wav"))
    let full = SystemError(.tooManyOpenFiles, "openat", on: "lunch.wav")
    #expect(full.passingSentence.contains("ulimit -n"))
    #expect(SystemError(.noMemory, "mmap").passingSentence.contains("ulimit -v"))
    #expect(DecoderFault.system(full).description.contains("LimitNOFILE="))
    #expect(DecoderFault.died(.exited(status: 127)).description.contains("ulimit -v"))
  }

  @Test("lengths are told as a person says them")
  func lengths() throws {
    var limits = DecodingLimits(timeout: .seconds(1), longest: .seconds(43_200))
    #expect(
      limits.message(milliseconds: 46_800_130)
        == "The recording is 13 h long, and max-duration is 12 h.")
    limits.longest = .seconds(600)
    #expect(
      limits.message(milliseconds: 601_500)
        == "The recording is 10 min 1 s long, and max-duration is 10 min.")
    limits.longest = .milliseconds(1500)
    #expect(
      limits.message(milliseconds: 2000)
        == "The recording is 2.0 s long, and max-duration is 1.5 s.")
  }
}
