import Linux

/// 2,000 memos filed durably, against the loop that syncs and commits each by itself.
struct Draining {
  static let memos = 2000
  static let bytes = 160_000

  static func run() throws {
    var ratios: [Double] = []
    var ours: [Double] = []
    var theirs: [Double] = []
    // Nothing is removed before the end: for some seconds ext4 passes over each inode that was freed whenever it makes a
    // file, so that one round would be slowed down by the tidying up after another.
    let shop = try Workshop("draining")
    // Alternating, so that a noisy neighbour hits both.
    for round in 0..<5 {
      let mine = try drain(shop.part("drain\(round)"), round)
      let peer = try PlainLoop.run(
        shop.part("plain\(round)"), round, memos: memos, bytes: bytes)
      ours.append(mine)
      theirs.append(peer)
      ratios.append(peer / mine)
    }
    print("\(memos) memos of \(bytes / 1000) kB drained durably, five rounds:")
    print(
      "  mm-ingestd --once --now: \(rounded(Double(memos) * 1000 / quantile(ours, 0.5), 0)) memos/s"
    )
    print(
      "  one fsync and one COMMIT a memo: \(rounded(Double(memos) * 1000 / quantile(theirs, 0.5), 0)) memos/s"
    )
    print("  median ratio \(rounded(quantile(ratios, 0.5), 2)) (at least 2)")
  }

  private static func drain(_ shop: borrowing Workshop, _ round: Int) throws -> Double {
    try fill(shop, round)
    let start = ContinuousClock.now
    let daemon = try shop.daemon(["--once", "--now"])
    guard daemon.wait() == 0 else { throw Latency.Stalled() }
    return milliseconds(ContinuousClock.now - start)
  }

  static func fill(_ shop: borrowing Workshop, _ round: Int) throws {
    var sample = Samples.wave(bytes: bytes, seed: UInt64(round))
    for number in 0..<memos {
      for shift in 0..<4 { sample[60 + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
      try shop.drop("memo\(number).wav", sample)
      try shop.drop("memo\(number).wav.json", Array(#"{"amount": \#(number)}"#.utf8))
    }
  }
}
