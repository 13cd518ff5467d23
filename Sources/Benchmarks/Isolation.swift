import Audio
import Linux
import Records

/// What it costs that a confined process of its own decodes, against decoding in the same process.
enum Isolation {
  private static let files = 400
  private static let bytes = 160_000

  static func run() throws {
    let shop = try Workshop("isolation")
    for number in 0..<files {
      try shop.drop("memo\(number).wav", Samples.wave(bytes: bytes, seed: UInt64(number)))
    }
    let pair = try PacketSocket.makePair()
    let executable = try CurrentProcess.executablePath()
    let folder = executable.lastIndex(of: "/").map { executable[..<$0] } ?? "."
    let child = try ChildProcess(
      running: "\(folder)/mm-decoder", arguments: ["--memory", "\(512 << 20)"],
      socket: pair.theirs.descriptor)
    let socket = pair.keepOurs()
    _ = try socket.receive(capacity: DecoderGreeting.longestMessage)
    var extra: [Double] = []
    // One after the other for each file, so that a noisy neighbour hits both.
    for number in 0..<files {
      let file = try Descriptor(opening: "\(shop.inbox)/memo\(number).wav")
      let start = ContinuousClock.now
      let here = DecoderAnswer(decoding: file)
      let middle = ContinuousClock.now
      try socket.send([0], passing: file.reopenedForReading())
      let message = try socket.receive(capacity: 4 + DecoderAnswer.longestMessage)?.bytes ?? []
      let there = try DecoderAnswer(message: Array(message.dropFirst()))
      let end = ContinuousClock.now
      guard here == there else { throw Latency.Stalled() }
      extra.append(milliseconds(end - middle) - milliseconds(middle - start))
    }
    withExtendedLifetime(child.identifier) {}
    print("\(files) memos of \(bytes / 1000) kB decoded by a confined process:")
    print(
      "  median \(rounded(quantile(extra, 0.5), 3)) ms more than in the same process (at most 0.3)")
  }
}
