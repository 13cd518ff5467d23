import Glibc
import TestSupport
import Testing

/// Memos leave an inbox: it must be nothing that keeps them.
@Suite("An inbox that is a store or a backup, or lies in one", .fewAtATime)
struct MisplacedInboxTests {
  private let home = Household()
  private var backup: String { home.folder["backup"] }

  /// A store with a recording, and a backup of it.
  private func make() {
    home.drop("lunch.wav", seed: 1, sidecar: #"{"amount": 5}"#)
    #expect(home.ingestOnce().status == 0)
    #expect(home.organize("backup", backup).status == 0)
  }

  private func everything(below folder: String) -> Set<String> {
    Set(
      BuiltProgram.run("/usr/bin/find", [folder, "-type", "f"]).output.split(separator: "\n")
        .map(String.init))
  }

  private func expectRefused(_ inbox: String, through mounts: PrivateMounts? = nil) {
    let before = everything(below: home.store).union(everything(below: backup))
    for option in [["--once", "--now"], ["--check"]] {
      let words = option + ["--store", home.folder["own"], "--inbox", inbox]
      let outcome =
        mounts.map {
          $0.run(BuiltProgram.path("mm-ingestd"), words, environment: Household.quiet)
        }
        ?? BuiltProgram.run(
          BuiltProgram.path("mm-ingestd"), words, environment: Household.quiet)
      #expect(outcome.status == (option == ["--check"] ? 1 : 78), "\(inbox): \(outcome.errors)")
      let said = (outcome.output + outcome.errors).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(said.contains("of Money Mom"), "\(said)")
    }
    #expect(before == everything(below: home.store).union(everything(below: backup)))
    #expect(listFolder(home.folder["own"]) == [])
  }

  @Test("is refused by what the folder and those above it hold")
  func refused() throws {
    make()
    let month = home.allFiles(below: "audio")[0].split(separator: "/").dropLast()
      .joined(separator: "/")
    for inbox in [home.store, "\(home.store)/audio", "\(home.store)/\(month)"] {
      expectRefused(inbox)
    }
    for inbox in [backup, "\(backup)/content", "\(backup)/snapshots"] {
      expectRefused(inbox)
    }
    // A store in a backup is no better.
    let snapshot = "\(backup)/snapshots/\(listFolder("\(backup)/snapshots")[0])"
    let outcome = BuiltProgram.run(
      BuiltProgram.path("mm-ingestd"),
      ["--once", "--now", "--store", snapshot, "--inbox", home.inbox], environment: Household.quiet)
    #expect(outcome.status == 78, "\(outcome.errors)")
  }

  @Test(
    "also under another path, by a bind mount",
    .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
  func bound() throws {
    make()
    let mounts = PrivateMounts()
    let place = home.folder["place"]
    mkdir(place, 0o755)
    for source in [home.store, backup] {
      #expect(mounts.mount("--bind", source, place))
      expectRefused(place, through: mounts)
      #expect(mounts.unmount(place))
    }
    // One that holds nothing by which it could be told, of the daemon's own store.
    #expect(mounts.mount("--bind", "\(home.store)/audio", place))
    let outcome = mounts.run(
      BuiltProgram.path("mm-ingestd"),
      ["--once", "--now", "--store", home.store, "--inbox", place], environment: Household.quiet)
    #expect(outcome.status == 78, "\(outcome.errors)")
    #expect(mounts.unmount(place))
  }

  @Test(
    "also where it is mounted on an inbox while the daemon runs",
    .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
  func mountedLater() throws {
    make()
    let mounts = PrivateMounts()
    let store = home.folder["own"]
    let daemon = home.startDaemon(through: mounts.entering, store: store)
    let before = everything(below: backup)
    dropFile("stray.wav", into: backup, Wave.tone(frames: 160, seed: 7))
    #expect(mounts.mount("--bind", backup, home.inbox))
    let isTold = eventually { Household.log(of: daemon).contains("a backup of Money Mom") }
    #expect(isTold, "\(Household.log(of: daemon))")
    daemon.end()
    #expect(before.union(["\(backup)/stray.wav"]) == everything(below: backup))
  }
}
