import Glibc
import SQLite
import TestSupport

/// Memos of one kind, each another content, and what must have come of all of them; counted here, as they are dropped.
final class MemoStream {
  let name: String
  let apart: String?
  private let kind: Kind
  private var number = 0
  var outcome = Scenario.Outcome(amounts: [], ends: [:], contents: [])

  enum Kind: Sendable {
    case wave, duplicate, mending, lateSidecar, quarantine, joinedSidecar, kept
  }

  init(_ name: String, _ kind: Kind, apart: String? = nil) {
    self.name = name
    self.kind = kind
    self.apart = apart
    if kind == .kept { outcome.kept = [:] }
    // Where the twin in the archive cannot be read, the duplicate takes its place and is not held.
    if [.duplicate, .mending].contains(kind) { outcome.mayHold = ["duplicate"] }
  }

  private static let kinds: [(name: String, kind: Kind)] = [
    ("a recording with its sidecar", .wave), ("a duplicate", .duplicate),
    ("a duplicate of what the archive has lost", .mending),
    ("a late sidecar", .lateSidecar), ("something that is no recording", .quarantine),
    ("a sidecar of something that was set aside", .joinedSidecar),
    ("an inbox that must not be emptied", .kept),
    ("an inbox on another file system", .wave),
  ]

  /// Without the last where this machine has but one file system to write to.
  static var names: [String] {
    kinds.map(\.name).filter { $0 != kinds.last?.name || Scenario.otherFileSystem() != nil }
  }

  static func named(_ name: String) -> MemoStream {
    guard let kind = kinds.first(where: { $0.name == name })?.kind else {
      preconditionFailure("there is no stream \(name)")
    }
    return MemoStream(
      name, kind, apart: name == kinds.last?.name ? Scenario.otherFileSystem() : nil)
  }

  /// False for an error after which it may end otherwise: a month of the archive on another disk is not mended.
  func waits(for error: InjectedError) -> Bool { kind != .mending || error.code != EXDEV }

  /// One that has mended the archive before its COMMIT failed is a plain duplicate when it is tried again.
  var duplicates: String { kind == .mending ? "discard" : "set-aside" }

  var keeps: Bool { kind == .kept }

  /// How long the daemon is to wait for a sidecar.
  var sidecarWait: String { [.wave, .kept].contains(kind) ? "20s" : "10ms" }

  /// Before the first.
  func begin(_ home: Home) {
    if [.duplicate, .mending].contains(kind) { dropRecording("first.wav", home, seed: 0) }
  }

  /// What must have been filed before the next one is dropped.
  func prepareNext(_ home: Home) {
    number += 1
    if kind == .mending { loseRecording(home) }
    if kind == .joinedSidecar { dropNoRecording(home) }
    guard kind == .lateSidecar else { return }
    let bytes = Wave.tone(frames: 500, seed: UInt64(number))
    outcome.contents = [bytes]
    dropFile("memo\(number).wav", into: home.inbox, bytes)
    outcome.ends["recorded", default: 0] += 1
  }

  func dropNext(_ home: Home) {
    switch kind {
    case .wave, .kept: dropRecording("memo\(number).wav", home, seed: UInt64(number))
    case .duplicate:
      dropFile("memo\(number).wav", into: home.inbox, Wave.tone(frames: 500, seed: 0))
      outcome.held.append("duplicate")
      outcome.ends["duplicate", default: 0] += 1
    case .mending:
      dropFile("memo\(number).wav", into: home.inbox, Wave.tone(frames: 500, seed: 0))
      outcome.ends["duplicate", default: 0] += 1
    case .lateSidecar:
      dropSidecar("memo\(number).wav", home)
      outcome.ends["revised", default: 0] += 1
    case .quarantine: dropNoRecording(home)
    case .joinedSidecar:
      let bytes = Array(#"{"amount": \#(number)}"#.utf8)
      outcome.contents.append(bytes)
      dropFile("memo\(number).wav.json", into: home.inbox, bytes)
      outcome.ends["quarantined", default: 0] += 1
    }
  }

  private func dropNoRecording(_ home: Home) {
    let bytes = Array("This is no recording, and it is number \(number).\n".utf8)
    outcome.contents = [bytes]
    dropFile("memo\(number).wav", into: home.inbox, bytes)
    outcome.held.append("not-audio")
    outcome.ends["quarantined", default: 0] += 1
  }

  /// Takes the first recording out of the archive, under the feet of its row.
  private func loseRecording(_ home: Home) {
    let database = try? Connection(opening: "\(home.store)/records.sqlite3", .readWrite)
    let paths = try? database?.rows("SELECT path FROM audio ORDER BY id LIMIT 1") { $0.text() }
    guard let path = paths?.first else { return }
    unlink("\(home.store)/\(path)")
    outcome.lost = [path]
  }

  /// An ordinary recording.
  func dropAnother(_ home: Home) {
    number += 1
    dropRecording("other\(number).wav", home, seed: UInt64(1_000_000 + number))
  }

  private func dropRecording(_ name: String, _ home: Home, seed: UInt64) {
    let bytes = Wave.tone(frames: 500, seed: seed)
    outcome.contents = [bytes]
    dropSidecar(name, home)
    dropFile(name, into: home.inbox, bytes)
    outcome.kept?[name] = bytes
    outcome.ends["recorded", default: 0] += 1
  }

  private func dropSidecar(_ name: String, _ home: Home) {
    let bytes = Array(#"{"amount": \#(number)}"#.utf8)
    dropFile("\(name).json", into: home.inbox, bytes)
    outcome.kept?["\(name).json"] = bytes
    outcome.amounts.append(Int64(number) * 100)
  }
}
