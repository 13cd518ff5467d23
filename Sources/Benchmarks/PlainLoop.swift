import Audio
import Hashing
import Linux
import Records
import SQLite

/// The peer: what a careful programmer writes first. Each memo by itself: decode, hash, link into the archive,
/// fsync, one row, one COMMIT, unlink. No copy, no child process, no journal.
enum PlainLoop {
  static func run(
    _ shop: borrowing Workshop, _ round: Int, memos: Int, bytes: Int
  ) throws -> Double {
    try Draining.fill(shop, round)
    try makeDirectories(shop.store)
    let start = ContinuousClock.now
    let database = try Connection(
      opening: "\(shop.store)/plain.sqlite3", .create, busyTimeout: .seconds(10))
    try database.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE memo (id INTEGER PRIMARY KEY, name TEXT, sha256 BLOB UNIQUE, frames INTEGER,
        sidecar BLOB);
      """)
    let inbox = try Descriptor(opening: shop.inbox, [.directory])
    let archive = try Descriptor(opening: shop.store, [.directory])
    for number in 0..<memos {
      let name = PathBytes("memo\(number).wav")
      let file = try Descriptor(opening: name, in: inbox)
      guard case .report(let report) = DecoderAnswer(decoding: file) else { continue }
      let content = try file.readAll(limit: 1 << 30) ?? []
      let sidecarName = PathBytes("memo\(number).wav.json")
      let sidecar = try Descriptor(opening: sidecarName, in: inbox).readAll(limit: 1 << 20) ?? []
      try inbox.link(name, to: name, in: archive)
      try file.synchronize()
      try archive.synchronize()
      try database.immediateTransaction {
        try database.run(
          "INSERT INTO memo (name, sha256, frames, sidecar) VALUES (?, ?, ?, ?)",
          name.description, SHA256.hash(content), report.frames, sidecar)
      }
      try inbox.unlink(name)
      try inbox.unlink(sidecarName)
    }
    return milliseconds(ContinuousClock.now - start)
  }
}
