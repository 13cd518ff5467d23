import CommandLineTool

/// The command line of mm-ingestd.
enum Declaration {
  static let program = ProgramDeclaration(
    name: "mm-ingestd",
    version: "0.1.0",
    summary: "Watches folders for voice memos and files each as a quick record, exactly once.",
    details: """
      Runs in the foreground until SIGTERM or SIGINT; SIGHUP reads the configuration again. Without
      options it watches the inbox and fills the store that moneymom.conf names, else
      ~/MoneyMom/Inbox and the store in the user's data folder.
      """,
    options: [
      OptionDeclaration(
        "--config", value: .text("FILE"), help: "Read this configuration instead of moneymom.conf."),
      OptionDeclaration("--store", value: .text("DIR"), help: "Keep the records in this folder."),
      OptionDeclaration(
        "--inbox", value: .text("DIR"), help: "Watch this folder; may be given more than once.",
        isRepeatable: true),
      OptionDeclaration("--once", help: "File what is there, then end."),
      OptionDeclaration(
        "--now", help: "With --once: do not wait for files to be quiet or for sidecars to come."),
      OptionDeclaration(
        "--check", help: "Look at configuration, folders, limits and decoder, and change nothing."),
      OptionDeclaration("--quiet", help: "Log warnings and errors only."),
    ],
    exitStatuses: [
      .done, .needsAttention, .usage, .badData, .notFound, .internalFault, .cannotCreate,
      .inputOutput, .tryAgain, .noPermission, .badConfiguration,
    ],
    meanings: [
      .done: "Done; with --once also where memos were set aside, which 'mm-organize' tells.",
      .needsAttention: "Only with --check: something is wrong.",
      .badData: "The store is damaged, of a newer version, or none of Money Mom's.",
      .notFound: "Only with --once: an inbox is not there, or cannot be looked into.",
      .tryAgain: "Something is locked or busy; with --once, a fault of the system holds a memo.",
    ])
}
