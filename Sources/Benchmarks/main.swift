// What this project promises in time and memory, measured on this machine, in one run. Machines are noisy: what
// counts are the ratios. `mm-bench latency` measures one part alone.

import Linux

let parts: [(name: String, run: () throws -> Void)] = [
  ("latency", Latency.run), ("draining", Draining.run), ("footprint", Footprint.run),
  ("isolation", Isolation.run), ("prompts", Prompts.run), ("listening", Listening.run),
  ("large", Footprint.large),
]
let chosen = CommandLine.arguments.dropFirst()
do {
  for part in parts where chosen.isEmpty || chosen.contains(part.name) { try part.run() }
} catch {
  writeStandardError("mm-bench: \(error)\n")
  CurrentProcess.exit(1)
}
