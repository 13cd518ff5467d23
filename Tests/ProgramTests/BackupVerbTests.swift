import Glibc
import JSON
import Linux
import TestSupport
import Testing

@Suite("backup and restore-backup", .fewAtATime)
struct BackupVerbTests {
  private func filled() throws -> OrganizeBook {
    let book = OrganizeBook()
    try book.text("add", "45", "coffee")
    mkdir(book.inbox, 0o700)
    return book
  }

  @Test("A backup in the store or an inbox, or around them, is refused and makes nothing")
  func nested() throws {
    let book = try filled()
    mkdir(book.folder["elsewhere"], 0o700)
    makeLink(book.folder["link"], to: book.store)
    let before = listFolder(book.store)
    for path in [
      book.store, "\(book.store)/backup", "\(book.inbox)/backup", book.inbox, book.folder.path,
      book.folder["elsewhere/../store/b"], book.folder["link/b"], "/",
    ] {
      let (status, error) = try book.error("backup", path)
      #expect(status == 64, "\(path)")
      #expect(error.text("code") == "nested")
    }
    #expect(listFolder(book.store) == before)
    #expect(listFolder(book.inbox) == [])
    #expect(listFolder(book.folder["elsewhere"]) == [])
  }

  @Test("Each refusal has its status and says what to do")
  func refusals() throws {
    let book = try filled()
    let backup = book.folder["backup"]
    #expect(try book.error("restore-backup", backup).status == 66)
    #expect(try book.error("backup", book.folder["no/such"]).error.text("code") == "no-folder")
    mkdir(book.folder["other"], 0o700)
    writeFile(book.folder["other/letter"], "Dear mother")
    #expect(try book.error("backup", book.folder["other"]).status == 73)
    #expect(readFile(book.folder["other/letter"]) == Array("Dear mother".utf8))
    try book.text("backup", backup)
    let (status, error) = try book.error("restore-backup", backup)
    #expect(status == 73)
    #expect(error.text("message")?.contains(book.store) == true)
    #expect(try book.error("restore-backup", backup, "--snapshot", "1999").status == 66)
    let (missing, _) = try book.error("backup", backup, "--store", book.folder["none"])
    #expect(missing == 66)
    writeFile("\(backup)/moneymom-backup.json", #"{"moneymom_backup": 9}"#)
    #expect(try book.error("backup", backup).status == 65)
    #expect(book.run("backup").status == 64)
  }

  @Test("A list shows each snapshot with its time and what it has, and a damaged one as such")
  func list() throws {
    let book = try filled()
    let backup = book.folder["backup"]
    let made = try book.json("backup", backup)
    let name = try #require(made.object?["snapshot"]?.string)
    #expect(made.object?["problems"] == [])
    let listed = try #require(try book.json("restore-backup", backup, "--list").array)
    #expect(listed.count == 1)
    #expect(listed[0].object?.text("snapshot") == name)
    #expect(listed[0].object?.text("store") == book.store)
    #expect(listed[0].object?["counts"]?.object?["quick_records"]?.integer == 1)
    let text = try book.text("restore-backup", backup, "--list")
    #expect(text.contains(name))
    #expect(text.contains("1 quick record, 0 transactions, 0 recordings"))
    writeFile("\(backup)/snapshots/\(name)/manifest.json", "{}")
    #expect(try book.text("restore-backup", backup, "--list").contains("is damaged"))
  }

  @Test("A dry run of either changes nothing, and that of a restore finds what is damaged")
  func dryRuns() throws {
    let book = try filled()
    let backup = book.folder["backup"]
    let planned = try book.text("backup", backup, "--dry-run")
    #expect(planned.hasPrefix("would back up 1 quick record"))
    #expect(access(backup, F_OK) != 0)
    writeFile(book.folder["sound.wav"], Wave.tone(frames: 400))
    try book.text("add", "240", "taxi", "--audio", book.folder["sound.wav"])
    try book.text("backup", backup)
    let other = book.folder["other"]
    let text = try book.text("restore-backup", backup, "--dry-run", "--store", other)
    #expect(text.hasPrefix("would restore 2 quick records"))
    #expect(access(other, F_OK) != 0)
    let folder = try #require(listFolder("\(backup)/content").first)
    let content = "\(backup)/content/\(folder)/\(listFolder("\(backup)/content/\(folder)")[0])"
    var bytes = try #require(readFile(content))
    bytes[60] ^= 1
    writeFile(content, bytes)
    let (status, error) = try book.error(
      "restore-backup", backup, "--dry-run", "--store", other)
    #expect(status == 65)
    #expect(error.text("code") == "incomplete")
    #expect(access(other, F_OK) != 0)
    let partial = book.run("restore-backup", backup, "--partial", "--store", other, "--json")
    #expect(partial.status == 1)
    let report = try #require(try JSONReader.read(Array(partial.output.utf8)).object)
    #expect(report["problems"]?.array?.count == 1)
  }

  @Test("Exit status 1 says that the store lacks a file, and which; the rest is backed up")
  func incomplete() throws {
    let book = try filled()
    writeFile(book.folder["sound.wav"], Wave.tone(frames: 400))
    let added = try book.json("add", "240", "taxi", "--audio", book.folder["sound.wav"])
    let path = try #require(added.object?["audio"]?.object?.text("path"))
    unlink("\(book.store)/\(path)")
    let outcome = book.run("backup", book.folder["backup"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("backed up 2 quick records"))
    #expect(outcome.output.contains(path))
    let list = try book.text("restore-backup", book.folder["backup"], "--list")
    #expect(list.contains("lacks 1 file"))
  }

  @Test("Six backups that start at once into one new folder: one is made or more, the others wait")
  func together() async throws {
    let book = try filled()
    let backup = book.folder["backup"]
    let words = ["backup", backup, "--store", book.store, "--inbox", book.inbox]
    let outcomes = await withTaskGroup(of: BuiltProgram.Outcome.self) { group in
      for _ in 0..<6 {
        group.addTask {
          BuiltProgram.run(
            BuiltProgram.path("mm-organize"), words, environment: Household.quiet)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let done = outcomes.filter { $0.status == 0 }
    #expect(!done.isEmpty)
    for outcome in outcomes where outcome.status != 0 {
      #expect(outcome.status == 75, "\(outcome.errors)")
      #expect(outcome.errors.contains("is under way"))
    }
    #expect(listFolder("\(backup)/snapshots").count == done.count)
    #expect(listFolder(backup) == ["content", "moneymom-backup.json", "snapshots"])
  }
}
