import CLinux
import Glibc

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
