import Linux

/// What the daemon takes while nothing happens, and at its worst.
enum Footprint {
  static func run() throws {
    try idle()
    try backlog()
  }

  private static func idle() throws {
    let shop = try Workshop("idle")
    let daemon = try shop.daemon([])
    try pause(.seconds(15))
    let before = daemon.processorTicks ?? 0
    try pause(.seconds(30))
    let used = (daemon.processorTicks ?? 0) - before
    print("idle for 30 s between rescans:")
    print(
      "  processor time \(used * 10) ms (none), resident \(megabytes(daemon, "VmRSS")) MB (under 30)"
    )
  }

  private static func backlog() throws {
    let shop = try Workshop("backlog")
    var sample = Samples.wave(bytes: 4000, seed: 7)
    for number in 0..<20_000 {
      for shift in 0..<4 { sample[60 + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
      try shop.drop("memo\(number).wav", sample)
    }
    let start = ContinuousClock.now
    let daemon = try shop.daemon([])
    let inbox = try Descriptor(opening: shop.inbox, [.directory])
    let seconds = try secondsUntilEmpty(inbox, since: start)
    print("a backlog of 20,000 recordings without sidecars, their waiting time included:")
    print(
      "  most resident \(megabytes(daemon, "VmHWM")) MB (under 80), gone after \(rounded(seconds)) s"
    )
  }

  /// A recording of 2 GB, 18 hours of silence at 16 kHz, under a limit of duration that allows it.
  static func large() throws {
    let shop = try Workshop("large")
    let size: Int64 = 2 << 30
    let name = PathBytes(".memo.wav.part")
    let folder = try Descriptor(opening: shop.inbox, [.directory])
    let file = try Descriptor(opening: name, in: folder, [.write, .create], mode: 0o600)
    try file.write(Samples.waveHeader(data: Int(size) - 44))
    try file.truncate(to: size)
    // While it is open for writing the daemon leaves it alone.
    try file.close()
    try folder.rename(name, to: "memo.wav", in: folder)
    let configuration = "\(shop.path)/moneymom.conf"
    let settings = try Descriptor(opening: configuration, [.write, .create], mode: 0o600)
    try settings.write("[decoder]\nmax-duration = 30h\n")
    let start = ContinuousClock.now
    let daemon = try shop.daemon(["--config", configuration])
    let seconds = try secondsUntilEmpty(folder, since: start)
    print("a recording of 2 GB:")
    print(
      "  most resident \(megabytes(daemon, "VmHWM")) MB (under 60), gone after \(rounded(seconds)) s"
    )
  }

  private static func secondsUntilEmpty(
    _ inbox: borrowing Descriptor, since start: ContinuousClock.Instant
  ) throws -> Double {
    while try !inbox.entryNames().isEmpty {
      guard ContinuousClock.now - start < .seconds(300) else { throw Latency.Stalled() }
      try pause(.milliseconds(100))
    }
    return milliseconds(ContinuousClock.now - start) / 1000
  }

  private static func megabytes(_ daemon: borrowing RunningProgram, _ name: String) -> String {
    daemon.kilobytes(name).map { rounded(Double($0) / 1000) } ?? "unknown"
  }
}
