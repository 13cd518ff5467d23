import Glibc
import Linux
import Records
import SQLite
import Testing
import TestSupport

@testable import Storage

@Suite("Opening a store")
struct OpeningTests {
  @Test("A store is made where there is none, in a folder of its own mode, and read again")
  func makesAStore() throws {
    let sample = try SampleStore()
    let id = try sample.change { try $0.insert(Sample.lunch(1)) }
    let again = try Store(at: sample.paths, .readOnly)
    #expect(try again.read { try $0.quickRecord(id) }?.fields.amount == Sample.twd(12_000))
    #expect(listFolder(sample.paths.root).filter { $0.hasPrefix(".") } == [])
  }

  @Test("Where there is no store, reading and writing say so and make nothing")
  func missing() {
    let folder = TemporaryFolder()
    for access in [Store.Access.readOnly, .readWrite] {
      #expect(throws: StoreError.notFound(path: folder["store"])) {
        try Store(at: StorePaths(root: folder["store"]), access)
      }
    }
    #expect(listFolder(folder.path) == [])
  }

  @Test(
    "Q10: a damaged or foreign file at the store's place is refused and stays byte-identical",
    arguments: Impostor.allCases)
  func impostors(_ impostor: Impostor) throws {
    let sample = try SampleStore()
    try sample.change { writer in
      for seed in 1...50 { _ = try writer.insert(Sample.lunch(seed)) }
    }
    let paths = StorePaths(root: sample.folder["other"])
    try makeDirectories(paths.root)
    try impostor.make(at: paths.database, from: sample)
    let before = readFile(paths.database)
    for access in [Store.Access.readOnly, .readWrite, .createIfMissing] {
      let error = #expect(throws: StoreError.self) { try Store(at: paths, access) }
      switch error {
      case .damaged(let path, _), .foreign(let path, _): #expect(path == paths.database)
      default: Issue.record("\(impostor): \(String(describing: error))")
      }
      #expect("\(error.map(\.description) ?? "")".contains(paths.database))
    }
    #expect(readFile(paths.database) == before)
    #expect(listFolder(paths.root) == ["records.sqlite3"])
  }

  @Test("A symbolic link in the place of a folder is refused and named, whichever it is")
  func links() throws {
    let sample = try SampleStore()
    let archive = AudioArchive(of: sample.store)
    var draft = try archive.begin(Sample.uuid(1), at: Sample.noon)
    let path = try draft.place(extension: "wav")
    let month = path.split(separator: "/").dropLast().joined(separator: "/")
    let year = month.split(separator: "/").dropLast().joined(separator: "/")
    let aside = sample.folder["aside"]
    for folder in [month, year, "audio"] {
      let place = sample.paths.absolute(folder)
      rename(place, aside)
      makeLink(place, to: aside)
      let error = StoreError.linked(path: place)
      #expect(throws: error) { try AudioArchive(of: sample.store).files() }
      #expect(throws: error) {
        _ = try AudioArchive(of: sample.store).begin(Sample.uuid(2), at: Sample.noon)
      }
      if folder == "audio" {
        for access in [Store.Access.readOnly, .readWrite, .createIfMissing] {
          #expect(throws: error) { try Store(at: sample.paths, access) }
        }
      }
      unlink(place)
      rename(aside, place)
    }
    #expect(try AudioArchive(of: sample.store).files() == [path])
  }

  enum Impostor: CaseIterable {
    case empty, text, noise, cutHeader, truncated, otherProgram, noNumber

    func make(at path: String, from sample: SampleStore) throws {
      switch self {
      case .empty: writeFile(path, "")
      case .text: writeFile(path, "Shopping list: rice, tea.\n")
      case .noise: writeFile(path, (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      case .cutHeader: writeFile(path, Array((try whole(sample)).prefix(60)))
      case .truncated: writeFile(path, Array((try whole(sample)).prefix(8192)))
      case .otherProgram:
        try Connection(opening: path, .create).execute(
          "CREATE TABLE note (text TEXT); PRAGMA user_version = 1;")
      case .noNumber:
        writeFile(path, try whole(sample))
        try Connection(opening: path, .readWrite).execute(
          "PRAGMA journal_mode = DELETE; PRAGMA user_version = 0;")
      }
    }

    /// The database with all its pages in one file.
    private func whole(_ sample: SampleStore) throws -> [UInt8] {
      try sample.store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      return readFile(sample.paths.database) ?? []
    }
  }

  @Test("Q07: a store of a newer program is refused by number and stays byte-identical")
  func newer() throws {
    let sample = try SampleStore()
    for number in [Migration.newest + 1, 77] {
      let paths = StorePaths(root: sample.folder["newer\(number)"])
      do { _ = try Store(at: paths, .createIfMissing) }
      try Connection(opening: paths.database, .readWrite).execute("PRAGMA user_version = \(number)")
      let before = readFile(paths.database)
      for access in [Store.Access.readOnly, .readWrite, .createIfMissing] {
        let error = StoreError.newer(path: paths.database, found: number, known: Migration.newest)
        #expect(throws: error) { try Store(at: paths, access) }
      }
      #expect(readFile(paths.database) == before)
      #expect(listFolder(paths.root) == ["records.sqlite3"])
    }
  }

  @Test("Q07: a newer number that is in the write-ahead log alone is seen, and file and log stay")
  func newerInTheLog() throws {
    let sample = try SampleStore()
    let connection = try Connection(opening: sample.paths.database, .readWrite)
    let newer = Migration.newest + 1
    try connection.execute("PRAGMA user_version = \(newer)")
    let paths = StorePaths(root: sample.folder["copy"])
    try makeDirectories(paths.root)
    for name in ["records.sqlite3", "records.sqlite3-wal"] {
      writeFile("\(paths.root)/\(name)", readFile("\(sample.paths.root)/\(name)") ?? [])
    }
    let before = readFile(paths.database)
    let log = readFile(paths.database + "-wal")
    #expect(log?.isEmpty == false)
    for access in [Store.Access.readOnly, .readWrite, .createIfMissing] {
      #expect(
        throws: StoreError.newer(path: paths.database, found: newer, known: Migration.newest)
      ) {
        try Store(at: paths, access)
      }
    }
    #expect(readFile(paths.database) == before)
    #expect(readFile(paths.database + "-wal") == log)
  }

  @Test("A log without its database is no reason to make a new one over it")
  func orphanLog() throws {
    let folder = TemporaryFolder()
    writeFile(folder["records.sqlite3-wal"], "something")
    #expect(throws: StoreError.self) {
      try Store(at: StorePaths(root: folder.path), .createIfMissing)
    }
    #expect(listFolder(folder.path) == ["records.sqlite3-wal"])
  }

  @Test("A folder whose file cannot be read says why")
  func directoryInPlace() throws {
    let folder = TemporaryFolder()
    try makeDirectories(folder["records.sqlite3"])
    let detail = "it is not a regular file"
    #expect(throws: StoreError.foreign(path: folder["records.sqlite3"], detail: detail)) {
      try Store(at: StorePaths(root: folder.path), .createIfMissing)
    }
  }

  @Test("A path with spaces, percent and question marks is opened as it is")
  func oddPaths() throws {
    let folder = TemporaryFolder()
    let paths = StorePaths(root: folder["a 50% #?&store/帳"])
    do { _ = try Store(at: paths, .createIfMissing) }
    _ = try Store(at: paths, .readOnly)
    #expect(listFolder(paths.root) == ["records.sqlite3"])
  }

  @Test("One daemon has a store; the second is told who")
  func oneDaemon() throws {
    let sample = try SampleStore()
    #expect(try !StoreLock.isHeld(of: sample.paths))
    do {
      let lock = try StoreLock(of: sample.paths)
      #expect(try StoreLock.isHeld(of: sample.paths))
      let error = #expect(throws: StoreError.self) { _ = try StoreLock(of: sample.paths) }
      let holder = "\(CurrentProcess.identifier)"
      #expect(error == .locked(path: sample.paths.root, holder: holder))
      _ = consume lock
    }
    #expect(try !StoreLock.isHeld(of: sample.paths))
  }

  @Test(
    "A store on a file system that other machines may use is refused by its kind, with the way out")
  func networkKinds() throws {
    let paths = StorePaths(root: "/mnt/books")
    for kind: FileSystemKind in [.nfs, .smb2, .cifs, .fuse, .nineP, .ceph, .afs] {
      let error = #expect(throws: StoreError.self) { try StorePlace.requireLocal(kind, paths) }
      let said = "\(try #require(error))"
      #expect(said.contains(try #require(kind.name)) && said.contains("network = allow"))
    }
    // ext4, xfs, btrfs, tmpfs.
    for magic: Int64 in [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994] {
      try StorePlace.requireLocal(FileSystemKind(rawValue: magic), paths)
    }
    let folder = TemporaryFolder()
    try StorePlace.requireLocal(StorePaths(root: folder["not/there/yet"]))
  }
}
