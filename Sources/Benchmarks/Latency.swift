import Linux
import SQLite

/// From the rename of a recording whose sidecar is there to its row being readable by this, another, process.
struct Latency {
  static let memos = 200

  static func run() throws {
    let shop = try Workshop("latency")
    let daemon = try shop.daemon([])
    let reader = try Latency.connect(shop.store)
    var times: [Double] = []
    for number in 0..<memos {
      try shop.drop("memo\(number).wav.json", Array(#"{"amount": 120}"#.utf8))
      let recording = Samples.wave(bytes: 160_000, seed: UInt64(number))
      let start = ContinuousClock.now
      try shop.drop("memo\(number).wav", recording)
      while try reader.integer("SELECT count(*) FROM quick_record") <= number {
        guard ContinuousClock.now - start < .seconds(60) else { throw Stalled() }
      }
      times.append(milliseconds(ContinuousClock.now - start))
    }
    let (median, worst) = (quantile(times, 0.5), quantile(times, 0.99))
    print("rename to readable row, \(memos) memos of 160 kB:")
    print(
      "  median \(rounded(median)) ms (at most 20), 99th percentile \(rounded(worst)) ms (at most 100)"
    )
    print("  of those limits: \(rounded(median / 20, 2)) and \(rounded(worst / 100, 2))")
    _ = daemon.identifier
  }

  struct Stalled: Error {}

  /// Waits for the daemon to make the store.
  private static func connect(_ store: String) throws -> Connection {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(60) {
      if let connection = try? Connection(
        opening: "\(store)/records.sqlite3", .readWrite, busyTimeout: .seconds(10)),
        (try? connection.integer("SELECT count(*) FROM quick_record")) != nil
      {
        return connection
      }
    }
    throw Stalled()
  }
}
