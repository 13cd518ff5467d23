import Glibc
import Linux
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Auditing

@Suite("Reading what a store keeps")
struct VerificationTests {
  private let book: AuditedStore
  private let state = TemporaryFolder()

  init() throws { book = try AuditedStore() }

  private func absolute(_ path: String) -> String { book.paths.absolute(path) }

  private func verify(
    threads: Int = 2, decoding: (@Sendable () -> any SoundDecoder)? = nil,
    _ resumption: ReadFiles? = nil
  ) throws -> StoreVerification.Report {
    let verification = StoreVerification(
      of: try Store(at: book.paths, .readOnly), threads: threads, makeDecoder: decoding,
      resumption: resumption)
    return try verification.run(over: try verification.files())
  }

  private func named(_ report: StoreVerification.Report) -> [[String]] {
    report.problems.map { [$0.code.rawValue, $0.id?.description ?? "-", $0.path ?? "-"] }
  }

  private func flip(_ path: String) throws {
    var bytes = try #require(readFile(absolute(path)))
    bytes[bytes.count / 2] ^= 1
    writeFile(absolute(path), bytes)
  }

  @Test("a sound store is read whole: every recording, and what was set aside and not given back")
  func sound() throws {
    let report = try verify()
    #expect(report.problems == [])
    #expect(report.progress.allFiles == 4)
    #expect(report.progress.files == 4)
    #expect(report.progress.bytes == 3 * 3244 + 7)
    #expect(report.progress.allBytes == 3 * 3244 + 7)
  }

  @Test(
    "one flipped bit, a file that is gone, and what stands in a file's place are named, on any number of threads",
    arguments: [1, 2, 7])
  func harmed(threads: Int) throws {
    try flip(book.recordings[0])
    unlink(absolute(book.recordings[1]))
    unlink(absolute(book.recordings[2]))
    mkfifo(absolute(book.recordings[2]), 0o600)
    let aside = "quarantine/\(AuditedStore.uuid("one.txt"))/one.txt"
    try flip(aside)
    let expected = [
      ["file-other-bytes", "q1", book.recordings[0]], ["file-missing", "q2", book.recordings[1]],
      ["file-wrong-kind", "q3", book.recordings[2]], ["file-other-bytes", "x1", aside],
    ]
    #expect(Set(named(try verify(threads: threads))) == Set(expected))
  }

  @Test("links are not followed, not even to the same bytes")
  func links() throws {
    rename(absolute(book.recordings[0]), absolute("elsewhere"))
    makeLink(absolute(book.recordings[0]), to: absolute("elsewhere"))
    #expect(named(try verify()) == [["file-wrong-kind", "q1", book.recordings[0]]])
  }

  /// Answers for each content what it is told to.
  private struct Told: SoundDecoder {
    let frames: Int64
    func sound(of file: borrowing Descriptor) throws(SoundRefusal) -> AuditedFile.Sound {
      if frames == 0 { throw .ofFile("It is none.") }
      if frames < 0 { throw .ofDecoder("There is no decoder.") }
      return AuditedFile.Sound(sampleRate: 16_000, channels: 1, frames: frames)
    }
  }

  @Test("recordings are decoded again, and nothing else is")
  func decodes() throws {
    #expect(named(try verify(decoding: { Told(frames: 1600) })) == [])
    let other = try verify(decoding: { Told(frames: 1599) })
    #expect(other.problems.map(\.code) == Array(repeating: .recordingOtherFrames, count: 3))
    #expect(
      other.problems.first?.message.contains(
        "decodes to 1599 frames of 1 channel at 16000 Hz, while its row says 1600 frames") == true)
    let none = try verify(decoding: { Told(frames: 0) })
    #expect(none.problems.map(\.code) == Array(repeating: .recordingUndecodable, count: 3))
  }

  @Test("without a decoder nothing is said of any recording")
  func noDecoder() throws {
    #expect(throws: SoundRefusal.ofDecoder("There is no decoder.")) {
      try verify(decoding: { Told(frames: -1) })
    }
  }

  /// Decodes so many recordings, and then none any more.
  private final class Failing: SoundDecoder, Sendable {
    private let left: Mutex<Int>
    init(after count: Int) { left = Mutex(count) }

    func sound(of file: borrowing Descriptor) throws(SoundRefusal) -> AuditedFile.Sound {
      let isOver = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isOver { throw .ofDecoder("Enough.") }
      return AuditedFile.Sound(sampleRate: 16_000, channels: 1, frames: 1600)
    }
  }

  private func resumption(
    at now: Instant = AuditedStore.noon, forgetting: Bool = false
  ) throws -> ReadFiles {
    try ReadFiles(at: state["deep/verify"], now: now, forgetting: forgetting)
  }

  /// A run that stops after two of the four files.
  private func stop() throws {
    let decoder = Failing(after: 2)
    #expect(throws: SoundRefusal.ofDecoder("Enough.")) {
      try verify(threads: 1, decoding: { decoder }, try resumption())
    }
  }

  @Test("a run that was stopped is gone on with, and a run that came to its end leaves nothing")
  func resumed() throws {
    try stop()
    let report = try verify(try resumption())
    #expect(report.problems == [])
    #expect(report.progress.resumedFiles == 2)
    #expect(report.progress.files == 4)
    #expect(report.progress.bytes == report.progress.allBytes)
    #expect(listFolder(state["deep"]).isEmpty)
    #expect(try verify(try resumption()).progress.resumedFiles == 0)
  }

  @Test("what changed after it was read is read again, and what was wrong is named again")
  func changedMeanwhile() throws {
    try flip(book.recordings[0])
    let decoder = Failing(after: 1)
    #expect(throws: SoundRefusal.ofDecoder("Enough.")) {
      try verify(threads: 1, decoding: { decoder }, try resumption())
    }
    #expect(readFile(state["deep/verify"])?.count { $0 == UInt8(ascii: "\n") } == 2)
    try flip(book.recordings[0])
    let sound = Set(book.recordings).subtracting([book.recordings[0]]).sorted()
    try flip(sound[0])
    try flip(sound[1])
    let report = try verify(try resumption())
    #expect(report.progress.resumedFiles == 0)
    #expect(Set(report.problems.compactMap(\.path)) == Set(sound))
  }

  @Test("a row that says something else of the same file is compared anew")
  func otherRow() throws {
    try stop()
    try book.behindOurBacks("UPDATE audio SET sha256 = zeroblob(32)")
    let report = try verify(try resumption())
    #expect(report.progress.resumedFiles == 0)
    #expect(report.problems.count == 3)
  }

  @Test(
    "a run from the start forgets, and so does one after more than a week or before the clock was set back"
  )
  func forgets() throws {
    let noon = AuditedStore.noon
    try stop()
    #expect(try verify(try resumption(forgetting: true)).progress.resumedFiles == 0)
    try stop()
    #expect(
      try verify(try resumption(at: noon.advanced(by: .seconds(8 * 86_400)))).progress.resumedFiles
        == 0)
    try stop()
    #expect(
      try verify(try resumption(at: noon.advanced(by: .seconds(-60)))).progress.resumedFiles == 0)
    try stop()
    #expect(
      try verify(try resumption(at: noon.advanced(by: .seconds(6 * 86_400)))).progress.resumedFiles
        == 2)
  }

  @Test("a last line that was cut short, and a file of another kind, do no harm")
  func cutShort() throws {
    try stop()
    let bytes = try #require(readFile(state["deep/verify"]))
    writeFile(state["deep/verify"], Array(bytes.dropLast(5)))
    let again = Failing(after: 1)
    #expect(throws: SoundRefusal.ofDecoder("Enough.")) {
      try verify(threads: 1, decoding: { again }, try resumption())
    }
    #expect(try verify(try resumption()).progress.resumedFiles == 2)
    writeFile(state["deep/verify"], "something else")
    #expect(try verify(try resumption()).progress.resumedFiles == 0)
  }

  @Test("what was given back to its inbox while it was read is nobody's loss")
  func givenBackMeanwhile() throws {
    let verification = StoreVerification(of: try Store(at: book.paths, .readOnly), threads: 1)
    let files = try verification.files()
    try book.store.write { writer in
      try writer.operation(.retry, by: .organize, at: AuditedStore.noon) {
        try writer.setState(RecordID(.quarantine, 1), to: .retried)
      }
    }
    removeTree(absolute("quarantine/\(AuditedStore.uuid("one.txt"))"))
    #expect(try verification.run(over: files).problems == [])
  }
}
