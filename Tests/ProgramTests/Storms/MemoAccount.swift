import Hashing
import SQLite
import TestSupport

/// Where each content that a storm has dropped is now: counted by the test, by SHA-256, from the rows of the store and the
/// files of folders, and from nothing that the programs say.
struct MemoAccount: CustomStringConvertible {
  let dropped: Int
  let recorded: Int
  let setAside: Int
  /// Still a file in one of the folders.
  let waiting: Int
  /// In none of these places.
  let lost: Int
  /// In more than one of them, or in one of them twice.
  let twice: Int

  init(of dropped: Set<[UInt8]>, store: String, folders: [String]) throws {
    let connection = try Connection(
      opening: "\(store)/records.sqlite3", .readOnly, busyTimeout: .seconds(60))
    let records = try connection.rows(
      "SELECT audio_sha256 FROM quick_record WHERE audio_sha256 IS NOT NULL"
    ) { $0.blob() }
    let quarantined = try connection.rows(
      """
      SELECT sha256 FROM quarantine_file JOIN quarantine ON quarantine.id = quarantine
        WHERE role = 'recording' AND state = 'held'
      """
    ) { $0.blob() }
    let files = folders.flatMap { folder in
      listFolder(folder).compactMap { readFile("\(folder)/\($0)") }.map(SHA256.hash)
    }
    var places: [[UInt8]: Int] = [:]
    for digest in records + quarantined + files where dropped.contains(digest) {
      places[digest, default: 0] += 1
    }
    self.dropped = dropped.count
    recorded = records.count { dropped.contains($0) }
    setAside = quarantined.count { dropped.contains($0) }
    waiting = files.count { dropped.contains($0) }
    lost = dropped.count - places.count
    twice = places.count { $0.value > 1 }
  }

  /// Whether each memo is in exactly one place.
  var isExact: Bool {
    lost == 0 && twice == 0 && dropped == recorded + setAside + waiting
  }

  var description: String {
    "dropped \(dropped) = recorded \(recorded) + set aside \(setAside) + still a file \(waiting); lost \(lost), twice \(twice)"
  }
}

extension Household {
  /// The account of these contents, printed under the storm's name.
  func account(
    _ storm: String, of dropped: Set<[UInt8]>, store: String? = nil, folders: [String]? = nil
  ) throws -> MemoAccount {
    let account = try MemoAccount(
      of: dropped, store: store ?? self.store, folders: folders ?? [inbox])
    print("storm: \(storm): \(account)")
    return account
  }
}
