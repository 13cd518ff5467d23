import Glibc
import JSON
import Linux
import TestSupport
import Testing

@Suite(
  "A store on another file system than the inbox", .fewAtATime,
  .enabled(if: PrivateMounts.areAllowed, "only root may mount"))
struct OtherFileSystemTests {
  private let mounts = PrivateMounts()

  /// A file system of its own on a folder, in memory.
  private func mountMemory(on path: String, size: String) -> Bool {
    mkdir(path, 0o755)
    return mounts.mount("-t", "tmpfs", "-o", "size=\(size),mode=0700", "moneymom-test", path)
  }

  private func drain(_ inbox: String, store: String) -> BuiltProgram.Outcome {
    mounts.run(
      BuiltProgram.path("mm-ingestd"),
      ["--once", "--now", "--store", store, "--inbox", inbox], environment: Household.quiet)
  }

  private func count(_ store: String) throws -> Int {
    let outcome = mounts.run(
      BuiltProgram.path("mm-organize"), ["list", "--json", "--store", store],
      environment: Household.quiet)
    return try JSONReader.read(Array(outcome.output.utf8)).array?.count ?? 0
  }

  @Test(
    "W26: recordings are copied over, and one that does not fit stays whole in the inbox until there is room"
  )
  func acrossFileSystems() throws {
    let home = Household()
    let disk = home.folder["disk"]
    #expect(mountMemory(on: disk, size: "1200k"))
    let store = "\(disk)/store"
    home.drop("small.wav", seed: 1, frames: 1000, sidecar: #"{"amount": 1}"#)
    #expect(drain(home.inbox, store: store).status == 0)
    #expect(home.inboxIsEmpty)
    let large = Wave.tone(frames: 600_000, seed: 2)
    dropFile("large.wav.json", into: home.inbox, Array(#"{"amount": 2}"#.utf8))
    dropFile("large.wav", into: home.inbox, large)
    let full = drain(home.inbox, store: store)
    #expect(full.status == 75)
    #expect(full.errors.contains("store-full"))
    #expect(readFile("\(home.inbox)/large.wav") == large)
    #expect(try count(store) == 1)
    #expect(mounts.mount("-o", "remount,size=16m", disk))
    #expect(drain(home.inbox, store: store).status == 0)
    #expect(try count(store) == 2)
    #expect(home.inboxIsEmpty)
    let files = mounts.run("/usr/bin/find", ["\(store)/audio", "-type", "f"]).output
    #expect(files.split(separator: "\n").count == 2, "\(files)")
  }

  @Test(
    "W26: on one full disk with the inbox nothing is lost, and every file keeps its name until there is room"
  )
  func sameFullDisk() throws {
    let home = Household()
    let disk = home.folder["disk"]
    #expect(mountMemory(on: disk, size: "4m"))
    let store = "\(disk)/store"
    let inbox = mounts.outside("\(disk)/inbox")
    mkdir(inbox, 0o700)
    dropFile("first.wav", into: inbox, Wave.tone(frames: 1000, seed: 1))
    func drain() -> BuiltProgram.Outcome { self.drain("\(disk)/inbox", store: store) }
    #expect(drain().status == 0)
    let names = (1...20).map { "memo\($0).wav" }
    for (index, name) in names.enumerated() {
      dropFile(name, into: inbox, Wave.tone(frames: 1000, seed: UInt64(index + 2)))
    }
    // Not a byte is left, not even for a page of the log.
    let ballast = mounts.outside("\(disk)/ballast")
    let filler = [UInt8](repeating: 0, count: 4096)
    let file = try Descriptor(opening: ballast, [.write, .create], mode: 0o600)
    while (try? file.write(filler)) != nil {}
    let full = drain()
    #expect(full.status == 75)
    #expect(full.errors.contains("store-full"))
    #expect(listFolder(inbox) == names.sorted())
    #expect(try count(store) == 1)
    unlink(ballast)
    try file.close()
    #expect(drain().status == 0)
    #expect(try count(store) == 21)
    #expect(listFolder(inbox) == [])
    #expect(listFolder(mounts.outside("\(store)/quarantine")) == [])
  }
}
