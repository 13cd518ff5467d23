// Walks the daemon through an ingest and cuts in at every step; prints what was tried and what held, and ends with 1
// when something did not.
//
// mm-torture kill    kills it before each of its system calls, and starts it again
// mm-torture fail    lets each of its system calls fail, with each of seven errors
// mm-torture migrate kills what brings a store of each earlier schema to the newest
// mm-torture order   looks at what is synchronised before what, and leaves out each synchronisation
//
// --every N tries one point of N, --only WORDS those walks whose name has the words (--walk NAME the one of that name),
// --except WORDS those whose name has them not, --jobs N goes N walks at a time.

import Glibc

let words = Array(CommandLine.arguments.dropFirst())

func value(of option: String) -> String? {
  words.firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first }
}

func usage() -> Never {
  print(
    "usage: mm-torture kill|fail|migrate|order [--every N] [--only WORDS | --walk NAME] [--except WORDS]"
      + " [--jobs N]")
  exit(64)
}

guard let stride = Int(value(of: "--every") ?? "1"), stride > 0,
  let jobs = Int(value(of: "--jobs") ?? "1"), jobs > 0, let kind = words.first,
  let all = Walk.all(kind)
else { usage() }
let walks = all.filter { walk in
  if let words = value(of: "--except"), walk.name.contains(words) { return false }
  return value(of: "--walk").map { walk.name == $0 }
    ?? walk.name.contains(value(of: "--only") ?? "")
}
if walks.isEmpty {
  print("No walk is meant by these words. There are:")
  for walk in all { print("  \(walk.name)") }
  exit(64)
}
if value(of: "--walk") == nil, kind != "migrate", Scenario.otherFileSystem() == nil {
  print(
    "Left out: walks from an inbox on another file system. There is none to write to: /dev/shm, /tmp and /var/tmp lie on that of temporary files, or may not be written to."
  )
}
fflush(nil)
if jobs > 1, walks.count > 1 {
  exit(Walk.run(walks, jobs: jobs, ["mm-torture", kind, "--every", "\(stride)"]) ? 0 : 1)
}
var hasHeld = true
for walk in walks {
  let tally = walk.run(stride)
  tally.tell(of: walk.name)
  if !tally.hasHeld { hasHeld = false }
}
exit(hasHeld ? 0 : 1)
