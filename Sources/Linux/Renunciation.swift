import CLinux
import Glibc
import Synchronization

// What a process gives up for good, so that whoever takes it over has not got it either.

/// Asks the kernel to kill this process when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG).
public func dieWithParent() throws(SystemError) {
  try retrying("prctl") { mm_parent_death_signal(SIGKILL) }
}

/// A crash ends this process by its own signal from now on. The Swift runtime catches those to print a backtrace, for
/// which it opens files, suspends threads and starts a program; a process that may do none of that would be ended for
/// trying, and the crash be taken for something else.
public func endByOwnSignals() {
  for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
    signal(number, SIG_DFL)
  }
}

/// A crash for want of memory, as of a library that does not look at what malloc(3) answers, or of the Swift runtime, which
/// cannot go on without, ends this process with `status` from now on; any other by its own signal, once.
public func endForWantOfMemory(with status: Int32) {
  exhaustedStatus.store(status, ordering: .relaxed)
  var action = sigaction()
  action.__sigaction_handler.sa_handler = { _ in
    // Plain system calls; nothing else here is safe.
    if isOutOfMemory() { _exit(exhaustedStatus.load(ordering: .relaxed)) }
    // The instruction that failed comes again, and abort(3) raises its signal again.
  }
  action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
  for number in [SIGABRT, SIGBUS, SIGILL, SIGSEGV, SIGTRAP] { sigaction(number, &action, nil) }
}

/// Whether this process can have no more memory worth the name: what makes a small request fail makes this one fail.
public func isOutOfMemory() -> Bool {
  let size = 1 << 20
  let room = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard room != MAP_FAILED else { return true }
  munmap(room, size)
  return false
}

private let exhaustedStatus = Atomic<Int32>(0)

/// Neither this process nor what it executes can gain privileges, as by a set-uid program (PR_SET_NO_NEW_PRIVS).
public func forbidNewPrivileges() throws(SystemError) {
  try retrying("prctl") { mm_forbid_new_privileges() }
}

/// Other processes of the same user cannot trace this one or read its memory (PR_SET_DUMPABLE).
public func forbidInspection() throws(SystemError) {
  try retrying("prctl") { mm_forbid_inspection() }
}

/// Closes every descriptor of this process but one, standard streams too (close_range(2)).
public func closeDescriptors(but kept: Int32) throws(SystemError) {
  if kept > 0 { try retrying("close_range") { mm_close_range(0, UInt32(kept) - 1) } }
  try retrying("close_range") { mm_close_range(UInt32(kept) + 1, .max) }
}
