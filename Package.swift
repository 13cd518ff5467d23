// swift-tools-version: 6.0
import PackageDescription

let strict: [SwiftSetting] = [.unsafeFlags(["-warnings-as-errors"])]

func library(_ name: String, over dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(
  _ name: String, over dependencies: [Target.Dependency], path: String? = nil
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

func tests(
  _ name: String, of dependencies: [Target.Dependency], without files: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: strict)
}

let package = Package(
  name: "moneymom",
  products: [
    .executable(name: "mm-ingestd", targets: ["mm-ingestd"]),
    .executable(name: "mm-organize", targets: ["mm-organize"]),
    .executable(name: "mm-decoder", targets: ["mm-decoder"]),
    .executable(name: "mm-decoder-av", targets: ["mm-decoder-av"]),
    .executable(name: "mm-bench", targets: ["mm-bench"]),
  ],
  targets: [
    // 0: C libraries, one header each.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    // Its header is libavcodec's and libavutil's too; the module map names all three libraries.
    .systemLibrary(
      name: "CLibAV", pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CINI", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
    .systemLibrary(
      name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    // Its pkg-config file names a flag that SwiftPM refuses; the header and the library stand in the
    // system's own folders.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CEdit", providers: [.apt(["libedit-dev"])]),

    // 1: tools that know nothing of money.
    library("Linux", over: ["CLinux"]),
    library("SQLite", over: ["CSQLite"]),
    library("Hashing", over: ["CCrypto"]),
    library("Text", over: ["CUTF8Proc"]),
    library("JSON"),

    // 2: the words of the domain, and the measure of sound.
    library("Records", over: ["JSON", "Text"]),
    library("Levels", over: ["Linux"]),
    library("Containers", over: ["Linux"]),

    // 3: parts.
    library("InboxWatch", over: ["Linux", "Records", "Text"]),
    library("Storage", over: ["SQLite", "Linux", "Hashing", "Records", "JSON", "Text"]),
    library("Audio", over: ["CSndFile", "Containers", "Levels", "Linux", "Records"]),
    library("MediaAudio", over: ["CLibAV", "Containers", "Levels", "Linux", "Records"]),
    library("Confinement", over: ["CSeccomp", "Linux", "Records"]),
    library("Playback", over: ["Linux", "Records"]),
    library("LineEditing", over: ["CEdit", "Linux"]),
    library("Exchange", over: ["Records", "JSON"]),
    library("Configuration", over: ["CINI", "Linux", "Records"]),

    // 4: jobs.
    library(
      "Ingest",
      over: [
        "InboxWatch", "Storage", "Configuration", "Linux", "Hashing", "Records", "JSON",
      ]),
    library("DecoderService", over: ["Confinement", "Linux", "Records"]),
    library("Auditing", over: ["Storage", "Hashing", "Linux", "Records"]),
    library("Organizing", over: ["Storage", "Hashing", "Linux", "Records", "Text"]),
    library("Backup", over: ["Storage", "Hashing", "Linux", "Records", "JSON"]),
    library("CommandLineTool", over: ["Linux", "JSON", "Text"]),

    // 5: programs.
    program(
      "mm-ingestd",
      over: ["Ingest", "CommandLineTool", "Configuration", "Storage", "Linux", "Records"]),
    program(
      "mm-organize",
      over: [
        "Organizing", "Auditing", "Ingest", "Backup", "InboxWatch", "CommandLineTool",
        "Configuration", "Storage", "Exchange", "Playback", "LineEditing", "Linux", "Records",
        "JSON", "Text",
      ]),
    program("mm-decoder", over: ["Audio", "DecoderService", "Records"]),
    program("mm-decoder-av", over: ["MediaAudio", "DecoderService", "Linux", "Records"]),
    program(
      "mm-bench",
      over: ["Organizing", "Storage", "SQLite", "Hashing", "Audio", "Linux", "Records"],
      path: "Sources/Benchmarks"),

    // Tests, one target a room; the last runs the built programs.
    .target(
      name: "TestSupport", dependencies: ["Linux", "Text"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // What the confinement forbids is tried by a program of its own, which it may end.
    .systemLibrary(name: "CProbe", path: "Tests/CProbe"),
    program(
      "ConfinementProbe", over: ["CProbe", "Confinement", "Linux", "Records"],
      path: "Tests/ConfinementProbe"),
    program(
      "FragileDecoder", over: ["Audio", "DecoderService", "Linux", "Records"],
      path: "Tests/FragileDecoder"),
    // What stops the daemon at a system call is a program of its own: a tracer must be one thread throughout.
    .systemLibrary(name: "CTrace", path: "Tests/CTrace"),
    program(
      "mm-torture",
      over: [
        "CTrace", "TestSupport", "SQLite", "Hashing", "mm-ingestd", "mm-organize", "mm-decoder",
      ],
      path: "Tests/Torture"),
    // What a power cut leaves of a logged disk, and the rest of `make powercut`.
    .target(name: "LoggedDisk", path: "Tests/PowerCut/Disk", swiftSettings: strict),
    program(
      "mm-powercut", over: ["LoggedDisk", "SQLite", "Hashing", "Linux", "TestSupport"],
      path: "Tests/PowerCut/Program"),
    tests("LoggedDiskTests", of: ["LoggedDisk"]),
    tests(
      "ConfinementTests",
      of: ["ConfinementProbe", "mm-decoder", "Linux", "Records", "TestSupport"]),
    tests("LinuxTests", of: ["Linux", "TestSupport"]),
    tests("JSONTests", of: ["JSON"]),
    tests("TextTests", of: ["Text"]),
    tests("RecordsTests", of: ["Records", "JSON"]),
    tests(
      "AudioTests",
      of: [
        "Audio", "Containers", "CSndFile", "Levels", "Linux", "Records", "TestSupport",
        "mm-decoder",
      ]),
    tests(
      "MediaAudioTests",
      of: ["MediaAudio", "Containers", "Linux", "Records", "TestSupport", "mm-decoder-av"],
      without: ["Recordings"]),
    tests(
      "StorageTests",
      of: ["Storage", "SQLite", "Hashing", "Linux", "Records", "JSON", "TestSupport"],
      without: ["Fixtures"]),
    tests("InboxWatchTests", of: ["InboxWatch", "Linux", "Records", "TestSupport"]),
    tests("PlaybackTests", of: ["Playback", "Linux", "Records", "TestSupport"]),
    tests("ConfigurationTests", of: ["Configuration", "Linux", "Records", "TestSupport"]),
    tests(
      "IngestTests",
      of: [
        "Ingest", "InboxWatch", "Storage", "Configuration", "Linux", "Records", "JSON",
        "TestSupport", "mm-decoder", "mm-decoder-av",
      ]),
    tests(
      "OrganizingTests",
      of: [
        "Organizing", "Exchange", "Storage", "Hashing", "Linux", "Records", "JSON", "TestSupport",
      ]),
    tests(
      "BackupTests",
      of: [
        "Backup", "Organizing", "Exchange", "Storage", "SQLite", "Hashing", "Linux", "Records",
        "JSON", "TestSupport",
      ]),
    tests(
      "AuditingTests",
      of: [
        "Auditing", "Storage", "SQLite", "Hashing", "Linux", "Records", "TestSupport",
      ]),
    tests("LineEditingTests", of: ["LineEditing"]),
    tests("CommandLineToolTests", of: ["CommandLineTool", "JSON", "TestSupport"]),
    tests(
      "ProgramTests",
      of: [
        "mm-ingestd", "mm-organize", "mm-decoder", "ConfinementProbe", "FragileDecoder",
        "mm-torture",
        "Storage",
        "SQLite", "Hashing", "Linux", "Records", "JSON", "Text", "TestSupport",
      ],
      without: ["Recordings", "Transcripts"]),
  ],
  swiftLanguageModes: [.v6]
)
