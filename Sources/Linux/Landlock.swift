import CLinux

/// The kernel's own fence around a process that has no privileges (landlock(7)).
public enum Landlock {
  /// Refuses this thread, and all that it starts, everything that the running kernel can refuse: every access to
  /// files by a path, and where it knows of them, TCP ports, and abstract sockets and signals of processes outside.
  /// What is open stays open. Needs `forbidNewPrivileges()` or a privileged process.
  ///
  /// The kernel is asked for each right that it knows rather than for its version, so that one of tomorrow forbids what
  /// is not thought of today.
  public static func forbidEverything() throws(SystemError) {
    let files = try known { mm_landlock_ruleset($0, 0, 0) }
    let network = try known { mm_landlock_ruleset(0, $0, 0) }
    let scopes = try known { mm_landlock_ruleset(0, 0, $0) }
    let ruleset = Descriptor(
      owning: try retrying("landlock_create_ruleset") {
        mm_landlock_ruleset(files, network, scopes)
      })
    let number = ruleset.number
    try retrying("landlock_restrict_self") { mm_landlock_restrict(number) }
  }

  /// The rights that the kernel knows of one kind: bits from the lowest up without a gap; none where it does not know
  /// the kind. Fails where it cannot tell, as one without Landlock.
  private static func known(_ make: (UInt64) -> Int32) throws(SystemError) -> UInt64 {
    var rights: UInt64 = 0
    while rights != .max {
      let more = rights << 1 | 1
      do throws(SystemError) {
        _ = Descriptor(owning: try retrying("landlock_create_ruleset") { make(more) })
      } catch {
        guard error.code == .invalidArgument || error.code == .tooBig else { throw error }
        break
      }
      rights = more
    }
    return rights
  }
}
