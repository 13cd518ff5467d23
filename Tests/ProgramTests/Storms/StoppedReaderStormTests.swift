import Glibc
import JSON
import Linux
import SQLite
import TestSupport
import Testing

@Suite("Storms: a reader stands still", .serialized, .fewAtATime)
struct StoppedReaderStormTests {
  /// Long enough that a hundred memos fill a pipe, and that a thousand would fill a log.
  private static let note = String(repeating: "n", count: 4000)
  /// SQLite writes the log back whenever it has a thousand pages of 4 KiB; a COMMIT of many memos comes on top.
  private static let bound = 8 << 20

  @Test(
    "list, transactions and export, stopped in the middle of what they print, hold nothing up: the log stays bounded, and what they print is of one instant"
  )
  func stopped() throws {
    let home = Household()
    var dropped: Set<[UInt8]> = []
    func drop(_ numbers: Range<Int>) {
      for number in numbers {
        if let digest = home.dropCounted(number, note: StoppedReaderStormTests.note) {
          dropped.insert(digest)
        }
      }
    }
    drop(0..<150)
    home.ingestOnce()
    let organized = BuiltProgram.run(
      BuiltProgram.path("mm-organize"), ["organize"] + (1...50).map { "q\($0)" } + home.places,
      environment: Household.quiet)
    try #require(organized.status == 0, "\(organized.errors)")
    let readers = [["list", "--json"], ["transactions", "--json"], ["export", "json"]].map {
      PausedReader(BuiltProgram.path("mm-organize"), $0 + home.places)
    }
    for reader in readers {
      // It stands in the middle of writing when the pipe is full.
      let isFull = eventually { reader.isFull }
      try #require(isFull)
      reader.signal(SIGSTOP)
    }
    let daemon = home.startDaemon(["--quiet"])
    var longest = 0
    for start in stride(from: 150, to: 950, by: 100) {
      drop(start..<(start + 100))
      let isDrained = eventually { home.inboxIsEmpty }
      #expect(isDrained)
      let size = try fileStatus(at: "\(home.store)/records.sqlite3-wal").size
      longest = max(longest, Int(size))
    }
    print("storm: three readers stopped in mid-output: the log was at most \(longest >> 10) KiB")
    #expect(longest < StoppedReaderStormTests.bound)
    let documents = try readers.map { reader in
      reader.signal(SIGCONT)
      let (status, output) = reader.rest()
      #expect(status == 0)
      return try JSONReader.read(output, limits: .init(bytes: 1 << 30))
    }
    #expect(documents[0].array?.count == 100)
    #expect(documents[1].array?.count == 50)
    #expect(documents[2].object?["quick_records"]?.array?.count == 150)
    #expect(documents[2].object?["transactions"]?.array?.count == 50)
    daemon.end()
    let account = try home.account("readers stopped", of: dropped)
    #expect(account.isExact && account.recorded == 950)
  }

  @Test("a reader that stood still inside the store would be seen: then the log does grow")
  func control() throws {
    let home = Household()
    home.ingestOnce()
    let connection = try Connection(
      opening: "\(home.store)/records.sqlite3", .readOnly, busyTimeout: .seconds(10))
    let daemon = home.startDaemon(["--quiet"])
    try connection.snapshot {
      _ = try connection.integer("SELECT count(*) FROM quick_record")
      for number in 0..<800 {
        _ = home.dropCounted(number, note: StoppedReaderStormTests.note)
      }
      let isDrained = eventually { home.inboxIsEmpty }
      #expect(isDrained)
      let size = Int(try fileStatus(at: "\(home.store)/records.sqlite3-wal").size)
      print("storm: with a reader held inside the store the log is \(size >> 10) KiB")
      #expect(size > StoppedReaderStormTests.bound)
    }
    daemon.end()
  }
}

/// A program whose standard output is a pipe that nobody reads until the end.
private final class PausedReader {
  private let process: pid_t
  private let output: Int32
  /// The end that the program writes to, kept to see whether it is full.
  private var input: Int32
  private var isReaped = false

  init(_ program: String, _ words: [String]) {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    input = ends[1]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var vector = ([program] + words).map { strdup($0) } + [nil]
    var variables =
      Household.quiet.map { strdup("\($0)=\($1)") }
      + (getenv("LD_LIBRARY_PATH").map { [strdup("LD_LIBRARY_PATH=\(String(cString: $0))")] } ?? [])
      + [nil]
    defer { for pointer in vector + variables { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, &vector, &variables)
    precondition(code == 0, "\(program) cannot be started: \(code)")
    self.process = process
  }

  deinit {
    close(output)
    if input >= 0 { close(input) }
    guard !isReaped else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Whether the pipe takes nothing more (poll(2)).
  var isFull: Bool {
    var entry = pollfd(fd: input, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) == 0
  }

  func signal(_ number: Int32) { kill(process, number) }

  /// Reads to the end and answers the exit status too.
  func rest() -> (status: Int32, output: [UInt8]) {
    close(input)
    input = -1
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count == -1, errno == EINTR { continue }
      if count <= 0 { break }
      all += buffer.prefix(count)
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 && errno == EINTR {}
    isReaped = true
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F), all)
  }
}
