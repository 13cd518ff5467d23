import Glibc
import JSON
import Linux
import Records
import TestSupport
import Testing

@Suite("mm-organize: play", .fewAtATime)
struct PlayTests {
  private let book = OrganizeBook()
  private let programs = TemporaryFolder()

  /// A player of this name that notes its arguments, each on a line, and then does as the script says.
  @discardableResult
  private func install(_ name: String, _ script: String = "exit 0") -> String {
    let note = #"printf '%s\n' "$@" >>"\#(programs["heard"])""#
    let path = ScriptedProgram.shell("\(note)\n\(script)", in: programs)
    rename(path, programs[name])
    return programs[name]
  }

  private var heard: [String] {
    String(decoding: readFile(programs["heard"]) ?? [], as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private func play(_ words: String..., conf: String? = nil) -> BuiltProgram.Outcome {
    var environment = ["PATH": programs.path]
    environment["MONEYMOM_DISPLAY_PLAYER"] = conf
    return book.run(words, environment: environment)
  }

  private func record(_ amount: String, _ bytes: [UInt8], as name: String) throws -> String {
    writeFile(book.folder[name], bytes)
    let record = try #require(
      try book.json("add", amount, "--audio", book.folder[name]).object)
    return "\(book.store)/" + (try #require(record["audio"]?.object?.text("path")))
  }

  private func phone() throws -> [UInt8] {
    try #require(readFile("\(PhoneRecordingTests.recordings)/aac.m4a"))
  }

  @Test("the recording is played by one that can read it, and the answer says how long it is")
  func played() throws {
    let wave = try record("5", Wave.tone(frames: 16_000), as: "a.wav")
    let m4a = try record("6", try phone(), as: "b.m4a")
    for name in ["paplay", "ffplay", "aplay"] { install(name) }
    let first = play("play", "q1")
    #expect(first.status == 0 && first.output == "playing q1: 1.0 s\n" && first.errors.isEmpty)
    #expect(heard == [wave])
    #expect(play("play", "q2").status == 0)
    #expect(heard == [wave, "-nodisp", "-autoexit", "-loglevel", "error", m4a])
  }

  @Test("the recordings of a transaction are played in order")
  func transaction() throws {
    let wave = try record("5", Wave.tone(frames: 1600), as: "a.wav")
    try book.text("organize", "q1")
    install("paplay")
    #expect(play("play", "t1").output == "playing t1: 0.1 s\n")
    #expect(heard == [wave])
  }

  @Test("a dry run prints the command as a shell takes it; --json has its words")
  func dryRun() throws {
    let wave = try record("5", Wave.tone(frames: 1600), as: "a.wav")
    let player = install("my player")
    let shown = play("play", "q1", "--dry-run", conf: "'\(player)' -v 'a b'")
    #expect(shown.output == "'\(player)' -v 'a b' \(wave)\n")
    #expect(heard.isEmpty)
    for words in [["play", "q1", "--json", "--dry-run"], ["play", "q1", "--json"]] {
      let outcome = book.run(
        words, environment: ["MONEYMOM_DISPLAY_PLAYER": "'\(player)' -v"])
      #expect(outcome.errors.isEmpty)
      let document = try JSONReader.read(Array(outcome.output.utf8))
      let path = String(wave.dropFirst(book.store.count + 1))
      #expect(
        document == [
          [
            "id": "q1", "path": .string(path),
            "command": [.string(player), "-v", .string(wave)],
          ]
        ])
    }
    #expect(heard == ["-v", wave])
  }

  @Test(
    "a player that fails is an error with its words; one that is not there says so; so does none at all"
  )
  func failures() throws {
    _ = try record("5", Wave.tone(frames: 1600), as: "a.wav")
    install("paplay", "echo 'no sound card' >&2; echo 'really' >&2; exit 3")
    let failed = play("play", "q1")
    #expect(failed.status == 74)
    #expect(failed.errors.contains("paplay ended with status 3: no sound card / really\n"))
    install("killed", "kill -9 $$")
    #expect(play("play", "q1", conf: "killed").errors.contains("was ended by signal 9"))
    writeFile(programs["nothing"], "no program")
    chmod(programs["nothing"], 0o755)
    #expect(play("play", "q1", conf: "nothing").errors.contains("/nothing cannot be started"))
    let missing = play("play", "q1", conf: "mvp --no-video")
    #expect(missing.status == 78)
    #expect(missing.errors.contains("The configured player 'mvp' is no program on this system."))
    unlink(programs["paplay"])
    let none = play("play", "q1")
    #expect(none.status == 66)
    #expect(none.errors.contains("No player is installed") && none.errors.contains("apt install"))
    install("aplay")
    _ = try record("6", try phone(), as: "b.m4a")
    #expect(play("play", "q2").errors.contains("aplay cannot play m4a (aac)"))
    #expect(heard.count == 2)
  }

  @Test("what a player says who ends well all the same is a note, and no terminal obeys it")
  func noted() throws {
    // So short that it is heard however soon the player ends.
    _ = try record("5", Wave.tone(frames: 8), as: "a.wav")
    install("paplay", #"printf 'Invalid \033[31margument\n' >&2"#)
    let outcome = play("play", "q1")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("playing q1: "))
    #expect(outcome.errors.hasPrefix("note: ") && outcome.errors.contains("paplay said: Invalid "))
    #expect(!outcome.errors.contains("\u{1B}"))
    let json = play("play", "q1", "--json")
    #expect(json.status == 0)
    let note = try JSONReader.read(Array(json.errors.utf8)).object?.text("note")
    #expect(note?.contains("paplay said: Invalid ") == true)
  }

  @Test("a recording in whose place there is a pipe is missing, and nobody waits for it")
  func pipe() throws {
    let wave = try record("5", Wave.tone(frames: 1600), as: "a.wav")
    install("paplay")
    unlink(wave)
    #expect(mkfifo(wave, 0o600) == 0)
    let outcome = play("play", "q1")
    #expect(outcome.status == 66 && outcome.errors.contains("is no regular file"))
    #expect(heard.isEmpty)
  }

  @Test(
    "what is not there is 66: no recording, a recording that has not come or is gone, no record")
  func absent() throws {
    try book.text("add", "5")
    install("paplay")
    #expect(play("play", "q1").errors.contains("q1 has no recording."))
    let wave = try record("6", Wave.tone(frames: 1600), as: "a.wav")
    unlink(wave)
    let gone = play("play", "q2")
    #expect(gone.status == 66 && gone.errors.contains("The recording of q2 cannot be opened"))
    for words in [["play", "q1"], ["play", "q9"], ["play", "t1"], ["play", "x1"]] {
      #expect(book.run(words, environment: ["PATH": programs.path]).status == 66, "\(words)")
    }
    #expect(play("quarantine", "play", "q2").status == 66)
    #expect(heard.isEmpty)
  }

  @Test("what was set aside is played by what can read it; a sidecar alone has nothing to hear")
  func quarantined() throws {
    try makeDirectories(book.inbox)
    dropFile("-a's.wav", into: book.inbox, Wave.tone(frames: 1600))
    dropFile("-a's.wav.json", into: book.inbox, Array("{".utf8))
    dropFile("lone.json", into: book.inbox, Array("{".utf8))
    dropFile("text.wav", into: book.inbox, Array("no sound".utf8))
    try book.ingest()
    let codes = try book.objects("quarantine").map { ($0.text("id") ?? "", $0.texts("names")) }
    let pair = try #require(codes.first { $0.1.contains("-a's.wav") }).0
    let lone = try #require(codes.first { $0.1 == ["lone.json"] }).0
    let text = try #require(codes.first { $0.1 == ["text.wav"] }).0
    install("aplay")
    let outcome = play("quarantine", "play", pair)
    #expect(outcome.output == "playing \(pair): -a's.wav\n", "\(outcome.errors)")
    #expect(heard.count == 2 && heard.last?.hasPrefix("\(book.store)/quarantine/") == true)
    #expect(play("quarantine", "play", lone).errors.contains("\(lone) has no recording."))
    #expect(play("quarantine", "play", text).errors.contains("a recording of an unknown kind"))
    install("ffplay")
    #expect(play("play", text).status == 0)
  }

  @Test(
    "no descriptor but the three of every program reaches the player, and its output is no answer")
  func descriptors() throws {
    _ = try record("5", Wave.tone(frames: 1600), as: "a.wav")
    let outcome = BuiltProgram.run(
      "/bin/sh",
      [
        "-c", #"exec 7</dev/null; exec "$0" play q1 --store "$1""#,
        BuiltProgram.path("mm-organize"), book.store,
      ],
      environment: [
        "XDG_CONFIG_HOME": book.folder.path,
        "MONEYMOM_DISPLAY_PLAYER": "/bin/ls /proc/self/fd", "PATH": "/usr/bin:/bin",
      ], input: Array("not for the player".utf8))
    #expect(outcome.output == "playing q1: 0.1 s\n")
    // The fourth is what ls reads the folder with.
    let listed = outcome.errors.split(separator: "\n").filter { $0.allSatisfy(\.isNumber) }
    #expect(listed.sorted() == ["0", "1", "2", "3"], "\(outcome.errors)")
  }

  @Test(
    "a signal ends the player and then mm-organize, and leaves nobody behind",
    arguments: [
      (SIGINT, "exec /bin/sleep 1000"), (SIGTERM, "exec /bin/sleep 1000"),
      (SIGINT, "trap '' TERM INT; while :; do /bin/sleep 0.01; done"),
    ])
  func interrupted(_ signal: Int32, _ script: String) throws {
    _ = try record("5", Wave.tone(frames: 1600), as: "a.wav")
    let noted = programs["pid"]
    install("paplay", "echo $$ >'\(noted).part'; /bin/mv '\(noted).part' '\(noted)'; \(script)")
    let program = try RunningProgram(
      BuiltProgram.path("mm-organize"), ["play", "q1", "--store", book.store],
      environment: ["PATH": programs.path, "XDG_CONFIG_HOME": book.folder.path])
    #expect(eventually { readFile(noted) != nil })
    let text = String(decoding: readFile(noted) ?? [], as: UTF8.self).filter(\.isNumber)
    let player = try #require(Int32(text))
    kill(program.identifier, signal)
    let status = program.wait()
    #expect(status == nil, "it ends as the signal would have ended it")
    #expect(kill(player, 0) == -1 && errno == ESRCH)
  }

  @Test("a player that ends well and at once, and says what was wrong, has played nothing")
  func unheard() throws {
    _ = try record("5", Wave.tone(frames: 1_600_000), as: "a.wav")
    install("paplay", "echo 'first' >&2; echo 'no sound device' >&2")
    let outcome = play("play", "q1")
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("paplay has not played it: first / no sound device"))
    #expect(outcome.errors.contains("[display] player"))
    #expect(play("play", "q1", "--json").status == 74)
    // One that says nothing may do with it what it likes.
    install("paplay")
    #expect(play("play", "q1").status == 0)
  }
}
