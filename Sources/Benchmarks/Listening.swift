import Linux

/// How long it takes in the guided loop from the key to the player's start, with the player's own time left out.
enum Listening {
  static func run() throws {
    let shop = try Workshop("listening")
    try shop.drop("memo.wav", Samples.wave(bytes: 160_000, seed: 7))
    let daemon = try shop.daemon(["--once", "--now"])
    guard daemon.wait() == 0 else { throw Latency.Stalled() }
    let mark = "\(shop.path)/started"
    let player = "\(shop.path)/player"
    let script = try Descriptor(opening: player, [.write, .create], mode: 0o700)
    try script.write(Array("#!/bin/sh\n: > '\(mark)'\nexec sleep 60\n".utf8))
    try script.close()
    let loop = try ProgramAtTerminal(
      try Workshop.program("mm-organize"), ["organize"],
      environment: [
        "MONEYMOM_STORE": shop.store, "MONEYMOM_DISPLAY_PLAYER": player,
        "XDG_CONFIG_HOME": shop.path, "NO_COLOR": "1", "PATH": "/usr/bin:/bin", "TERM": "vt100",
        "LANG": "C.UTF-8", "TZ": "UTC",
      ])
    // The memo has no amount, so that its field is open.
    try Prompts.read(loop, until: "amount> ")
    try loop.press("\r")
    try Prompts.read(loop, until: "q quit\r\n")
    var times: [Double] = []
    let folder = try Descriptor(opening: shop.path, [.directory])
    for _ in 0..<50 {
      let start = ContinuousClock.now
      try loop.press("l")
      while (try? fileStatus(at: mark)) == nil {
        guard ContinuousClock.now - start < .seconds(10) else { throw Latency.Stalled() }
      }
      times.append(milliseconds(ContinuousClock.now - start))
      try folder.unlink("started")
      try loop.press("x")
      try Prompts.read(loop, until: "q quit\r\n")
    }
    print(
      "playing starts after the key: median \(rounded(quantile(times, 0.5))) ms, worst \(rounded(times.max() ?? 0)) ms (at most 200)"
    )
  }
}
