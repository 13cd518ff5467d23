import CSeccomp
import Linux

/// A list of system calls that a process may make, and what becomes of one that makes another (seccomp(2), through
/// libseccomp). `deinit` frees the list; a filter that is loaded stays with the process to its end.
struct SystemCallFilter: ~Copyable {
  private let context: scmp_filter_ctx

  /// A list on which there is nothing: every call ends the process by SIGSYS, and so does one in the manner of another
  /// processor.
  init() throws(SystemError) { context = try SystemCallFilter.emptyList() }

  private static func emptyList() throws(SystemError) -> scmp_filter_ctx {
    // Nil where the kernel cannot end a process for a call, or does not let itself be asked.
    guard let context = seccomp_init(SCMP_ACT_KILL_PROCESS) else {
      throw SystemError(.notSupported, "seccomp_init")
    }
    // The second: the kernel's own error number, where the kernel refuses. The third: what else must be given up first
    // is a step of its own.
    for (attribute, value) in [
      (SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS), (SCMP_FLTATR_API_SYSRAWRC, 1),
      (SCMP_FLTATR_CTL_NNP, 0),
    ] {
      let code = seccomp_attr_set(context, attribute, value)
      if code < 0 {
        seccomp_release(context)
        throw SystemError(Errno(rawValue: -code), "seccomp_attr_set")
      }
    }
    return context
  }

  deinit { seccomp_release(context) }

  /// Which calls of one name a rule is about: those of which an argument, counted from 0, has this value under this mask.
  struct Condition {
    let argument: UInt32
    let mask: UInt64
    let value: UInt64
  }

  func allow(_ call: String, where condition: Condition? = nil) throws(SystemError) {
    try add(SCMP_ACT_ALLOW, call, condition)
  }

  /// The call fails with EACCES and does nothing.
  func refuse(_ call: String) throws(SystemError) {
    try add(mm_refusal(UInt16(MM_EACCES)), call, nil)
  }

  func load() throws(SystemError) { try check(seccomp_load(context), "seccomp") }

  private func add(
    _ action: UInt32, _ call: String, _ condition: Condition?
  ) throws(SystemError) {
    let number = seccomp_syscall_resolve_name(call)
    guard number != __NR_SCMP_ERROR else {
      throw SystemError(.invalidArgument, "seccomp_syscall_resolve_name", on: call)
    }
    let comparisons = condition.map {
      [
        scmp_arg_cmp(
          arg: $0.argument, op: SCMP_CMP_MASKED_EQ, datum_a: $0.mask, datum_b: $0.value)
      ]
    }
    // A call that this kind of processor has not is left out by itself.
    let code = seccomp_rule_add_array(
      context, action, number, UInt32(comparisons?.count ?? 0), comparisons ?? [])
    try check(code, "seccomp_rule_add", on: call)
  }

  private func check(_ code: Int32, _ call: String, on subject: String? = nil) throws(SystemError) {
    if code < 0 { throw SystemError(Errno(rawValue: -code), call, on: subject) }
  }
}
