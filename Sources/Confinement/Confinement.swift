import Linux
import Records

/// What a process that opens files nobody vouches for gives up before the first of their bytes.
///
/// Landlock and the filter hold the calling thread and what it starts, so this is entered while it is the only one.
public enum Confinement {
  /// Takes every step, in the order of `ConfinementStep`, whether or not those before it held, and answers those that
  /// did not. A crash is the process's own death from then on.
  ///
  /// - Parameters:
  ///   - memory: bytes of address space that the process may have.
  ///   - socket: the only descriptor that stays open.
  public static func enter(memory: Int, keeping socket: Int32) -> [ConfinementGap] {
    endByOwnSignals()
    return ConfinementStep.allCases.compactMap { step in
      do throws(SystemError) {
        try take(step, memory: memory, keeping: socket)
        return nil
      } catch { return ConfinementGap(step, because: error.description) }
    }
  }

  /// Takes one step.
  public static func take(
    _ step: ConfinementStep, memory: Int, keeping socket: Int32
  ) throws(SystemError) {
    switch step {
    case .newPrivileges: try forbidNewPrivileges()
    case .parentDeath: try dieWithParent()
    case .inspection: try forbidInspection()
    case .descriptors: try closeDescriptors(but: socket)
    case .memory: try ResourceLimit.addressSpace.lower(to: UInt64(clamping: memory))
    // The socket, a file, the library's own descriptor for it, and some to spare.
    case .openFiles: try ResourceLimit.openFiles.lower(to: 16)
    case .writtenFiles: try ResourceLimit.writtenFile.lower(to: 0)
    case .coreDumps: try ResourceLimit.coreDump.lower(to: 0)
    case .landlock: try Landlock.forbidEverything()
    case .systemCalls: try SystemCallFilter.decoding().load()
    }
  }
}
