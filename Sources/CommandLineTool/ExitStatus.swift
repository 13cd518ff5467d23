/// How a program ended (sysexits.h where it has a number for it).
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let done = ExitStatus(rawValue: 0)
  public static let needsAttention = ExitStatus(rawValue: 1)
  public static let usage = ExitStatus(rawValue: 64)
  public static let badData = ExitStatus(rawValue: 65)
  public static let notFound = ExitStatus(rawValue: 66)
  public static let internalFault = ExitStatus(rawValue: 70)
  public static let cannotCreate = ExitStatus(rawValue: 73)
  public static let inputOutput = ExitStatus(rawValue: 74)
  public static let tryAgain = ExitStatus(rawValue: 75)
  public static let noPermission = ExitStatus(rawValue: 77)
  public static let badConfiguration = ExitStatus(rawValue: 78)

  /// In the order of their numbers, each with its meaning.
  public static let meanings: [(status: ExitStatus, meaning: String)] = [
    (.done, "Done."),
    (.needsAttention, "Finished, but something needs attention."),
    (.usage, "The command line is wrong."),
    (.badData, "The data given is wrong, or the records do not allow it."),
    (.notFound, "There is no such record, file or store."),
    (.internalFault, "The program itself failed."),
    (.cannotCreate, "A file cannot be created."),
    (.inputOutput, "Reading or writing failed."),
    (.tryAgain, "Try again: something is locked or busy."),
    (.noPermission, "The permission is missing."),
    (.badConfiguration, "The configuration is wrong."),
  ]
}
