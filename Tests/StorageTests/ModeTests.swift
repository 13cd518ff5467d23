import Linux
import Records
import Storage
import TestSupport
import Testing

@Suite("Modes of a store", .serialized)
struct ModeTests {
  @Test(
    "Everything in a store has the modes of its folder, whatever the umask",
    arguments: [(0o700, 0o700, 0o600), (0o2770, 0o2770, 0o660), (0o750, 0o750, 0o640)])
  func modes(root: UInt32, directory: UInt32, file: UInt32) throws {
    let folder = TemporaryFolder()
    let paths = StorePaths(root: folder["store"])
    try makeDirectories(paths.root)
    try Descriptor(opening: paths.root, [.directory]).setMode(root)
    for mask: UInt32 in [0o077, 0o000, 0o027] {
      CurrentProcess.setFileCreationMask(mask)
      defer { CurrentProcess.setFileCreationMask(0o022) }
      let store = try Store(at: paths, .createIfMissing)
      let lock = try StoreLock(of: paths)
      let archive = AudioArchive(of: store)
      var draft = try archive.begin(Sample.uuid(Int(mask)), at: Sample.noon)
      let recording = try draft.place(extension: "wav")
      var item = try QuarantineFolder(of: store).begin(Sample.uuid(Int(mask)))
      try item.add([1], as: .sidecar, name: FileName("a.json"), sha256: Sample.digest(1))
      _ = try item.finish(.sidecarInvalid, message: "Bad.", inbox: "/inbox", at: Sample.noon)
      try store.write { try $0.clearSuspect(Sample.digest(1)) }
      for path in [
        paths.database, paths.database + "-wal", paths.database + "-shm", paths.lock,
        paths.absolute(recording), "\(paths.quarantine)/\(Sample.uuid(Int(mask)))/a.json",
        "\(paths.quarantine)/\(Sample.uuid(Int(mask)))/reason.json",
      ] {
        #expect(try fileStatus(at: path).mode == file, "\(path)")
      }
      for path in [
        paths.audio, paths.audio + "/2026", paths.audio + "/2026/11", paths.quarantine,
        "\(paths.quarantine)/\(Sample.uuid(Int(mask)))",
      ] {
        #expect(try fileStatus(at: path).mode == directory, "\(path)")
      }
      _ = consume lock
    }
  }

  @Test("A store folder that had to be made is its owner's alone")
  func newFolder() throws {
    let sample = try SampleStore()
    #expect(try fileStatus(at: sample.paths.root).mode == 0o700)
    #expect(sample.store.modes == StoreModes(rootMode: 0o700))
  }
}
