// Walks the daemon through an ingest and cuts in at every step; prints what was tried and what held, and ends with 1
// when something did not.
//
// mm-torture kill    kills it before each of its system calls, and starts it again
// mm-torture fail    lets each of its system calls fail, with each of seven errors
// mm-torture migrate kills what brings a store of each earlier schema to the newest
// mm-torture order   looks at what is synchronised before what, and leaves out each synchronisation
//
// --every N tries one point of N, --only WORDS those walks whose name has the words.

import Glibc

let words = Array(CommandLine.arguments.dropFirst())

func value(of option: String) -> String? {
  words.firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first }
}

func usage() -> Never {
  print("usage: mm-torture kill|fail|migrate|order [--every N] [--only WORDS]")
  exit(64)
}

guard let stride = Int(value(of: "--every") ?? "1"), stride > 0 else { usage() }
let walks: [(name: String, run: () -> Tally)]
switch words.first {
case "kill":
  walks = Scenario.killed.map { scenario in
    ("killed during \(scenario.name)", { KillWalk(scenario: scenario).run(every: stride) })
  }
case "fail":
  walks = MemoStream.names.flatMap { stream in
    InjectedError.all.filter { MemoStream.named(stream).waits(for: $0) }.map { error in
      (
        "\(error.name) during \(stream)",
        { ErrorWalk(MemoStream.named(stream), error).run(every: stride) }
      )
    }
  }
case "migrate":
  walks = MigrationWalk.schemas.map { schema in
    (
      "killed while schema \(schema) is migrated",
      { MigrationWalk(schema: schema).run(every: stride) }
    )
  }
case "order":
  walks = Scenario.all.map { scenario in
    (
      "synchronised in order: \(scenario.name)",
      { OrderWalk(scenario: scenario).run(every: stride) }
    )
  }
default: usage()
}
var hasHeld = true
for walk in walks where walk.name.contains(value(of: "--only") ?? walk.name) {
  let tally = walk.run()
  tally.tell(of: walk.name)
  if !tally.hasHeld { hasHeld = false }
}
exit(hasHeld ? 0 : 1)
