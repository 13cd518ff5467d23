// Tries one thing under the confinement of the decoder, and ends with errno as its status, 0 where it was allowed.
//
// call NAME ARGUMENT…        a system call; arguments are numbers, `parent`, `self`, or texts after `=`
// only STEP call NAME …      the same with one step alone taken, beside that there are no new privileges
// only STEP answer NAME …    the same, and the call's answer is the status
// damage | exhaust | abort | crash | trap   a process that goes wrong by itself
// gaps                       the number of steps that do not hold
// deny NAMES PROGRAM WORD…   runs a program for which these calls fail with EPERM, as in a unit that filters them

import CProbe
import Confinement
import Glibc
import Linux
import Records

let socketNumber: Int32 = 3
let memory = 512 << 20

func argument(_ word: String) -> Int {
  switch word {
  case "parent": Int(getppid())
  case "self": Int(getpid())
  default:
    if let number = Int(word) {
      number
    } else {
      Int(bitPattern: strdup(String(word.dropFirst())))
    }
  }
}

/// The first word says what of the call is told: whether it fails, or its answer.
func attempt(_ words: [String]) -> Int32 {
  let wantsAnswer = words[0] == "answer"
  let words = words.dropFirst()
  var arguments = words.dropFirst().map(argument)
  arguments += [Int](repeating: 0, count: max(0, 6 - arguments.count))
  let answer = mm_call(Int(seccomp_syscall_resolve_name(words.first)), arguments)
  return wantsAnswer ? Int32(truncatingIfNeeded: answer) : answer == -1 ? errno : 0
}

func deny(_ names: Substring, _ program: [String]) -> Int32 {
  let filter = seccomp_init(SCMP_ACT_ALLOW)
  for name in names.split(separator: ",") {
    _ = seccomp_rule_add_array(filter, mm_denial(), seccomp_syscall_resolve_name("\(name)"), 0, [])
  }
  guard seccomp_load(filter) == 0 else { return 125 }
  var vector = program.map { strdup($0) } + [nil]
  execv(program[0], &vector)
  return 126
}

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "call":
  // Words are read and names resolved before, since both need what is given up.
  _ = seccomp_syscall_resolve_name(words[1])
  _ = Confinement.enter(memory: memory, keeping: socketNumber)
  _exit(attempt(words))
case "only":
  guard let step = ConfinementStep(rawValue: words[1]) else { _exit(124) }
  try? Confinement.take(.newPrivileges, memory: memory, keeping: socketNumber)
  try Confinement.take(step, memory: memory, keeping: socketNumber)
  _exit(attempt(Array(words.dropFirst(2))))
case "deny": _exit(deny(words[1][...], Array(words.dropFirst(2))))
default:
  let gaps = Confinement.enter(memory: memory, keeping: socketNumber)
  switch words.first {
  case "damage": mm_damage_memory()
  case "exhaust": _exit(mm_exhaust_memory(Int(words[1]) ?? 1))
  case "abort": abort()
  case "crash": mm_crash()
  case "trap": preconditionFailure("as Swift code ends that is wrong")
  default: _exit(Int32(gaps.count))
  }
}
