import CommandLineTool

/// The command line of mm-organize: each command and option is declared here once.
enum Declaration {
  static let program = ProgramDeclaration(
    name: "mm-organize",
    version: "0.1.0",
    summary: "Shows, completes and keeps the records that mm-ingestd has made of voice memos.",
    details: """
      A record is named by its ID: q12 a quick record, t7 a transaction, x3 something set aside.
      Days are written 2026-11-30, 2026-11, today, yesterday, monday, this month or last month.
      """,
    options: [
      OptionDeclaration(
        "--config", value: .text("FILE"), help: "Read this configuration instead of moneymom.conf."),
      OptionDeclaration("--store", value: .text("DIR"), help: "Use the records in this folder."),
      OptionDeclaration("--inbox", value: .text("DIR"), help: "The inbox that 'inbox' looks into."),
      OptionDeclaration("--json", help: "Print one JSON document."),
      OptionDeclaration(
        "--color", value: .choice(["auto", "always", "never"]), help: "When to use colour."),
    ],
    commands: [
      CommandDeclaration(
        name: "", summary: "What is open, the totals of today and this month, what needs attention."
      ),
      CommandDeclaration(
        name: "list", summary: "Quick records by day; the open ones unless more is asked for.",
        options: Declaration.query + [
          OptionDeclaration("--all", help: "Open and organised ones."),
          OptionDeclaration("--open", help: "Open ones only; this is the rule anyway."),
          OptionDeclaration("--organized", help: "Organised ones only."),
          OptionDeclaration("--deleted", help: "Deleted ones only."),
        ]),
      CommandDeclaration(
        name: "show", operands: "ID", operandCount: 1...1,
        summary: "Everything about one record, with the source of each field."),
      CommandDeclaration(
        name: "explain", operands: "ID-OR-FILE", operandCount: 1...1,
        summary: "How a record, or a file in an inbox, came to be what it is.",
        details: """
          The whole story, oldest first: when it came and what it waited for, what was recorded or set aside,
          and every change since, with what was changed and by which program.
          A FILE is a name in an inbox, or a path. Of a file elsewhere it says whether its content is in the
          store, so that it may be deleted there; the exit status is 66 where it is not. A file whose name
          looks like an ID is written ./q12, and what is no UTF-8 in a name as it is shown, \\xNN.
          """),
      CommandDeclaration(
        name: "play", operands: "ID", operandCount: 1...1,
        summary: "Plays the recording of a record.",
        details: """
          Those of a transaction are played one after the other; Ctrl-C ends it. The player is the one that
          moneymom.conf names, else the first of pw-play, paplay, ffplay, play and aplay that is installed
          and can read the recording. One that fails, or ends at once with an error, is an error with its words.
          """,
        options: [Declaration.dryRunOfPlayer]),
      CommandDeclaration(
        name: "add", operands: "AMOUNT [TAG…]", operandCount: 1...101,
        summary: "A quick record from the keyboard.",
        details: """
          A negative amount is written like -50. A recording is judged like one in the inbox and copied;
          the file stays where it is.
          """,
        options: Declaration.fields + [
          OptionDeclaration("--audio", value: .text("FILE"), help: "A recording of it."),
          Declaration.dryRun,
        ]),
      CommandDeclaration(
        name: "organize", operands: "[ID…]", operandCount: 0...10_000,
        summary: "Makes transactions of quick records.",
        details: """
          What is not given is taken from the capture; the type, if nothing says it, from the
          configuration. All of the IDs are organised, or none is.
          \(Declaration.aboutSelection)
          At a terminal, and with no field and no query given, it shows one record after the other, all that are open or
          those that are named, and asks for a key: Enter saves what is shown, and ? tells the others.
          """,
        options: Declaration.completion + [Declaration.noCoordinates, Declaration.refundOf]
          + Declaration.selectionBesideFields),
      CommandDeclaration(
        name: "edit", operands: "ID…", operandCount: 0...10_000,
        summary: "Changes fields of quick records and transactions.",
        details: """
          What is not given stays. Of an organised quick record, edit the transaction. All of the IDs are changed,
          or none is; 'undo' takes it back.
          \(Declaration.aboutSelection)
          At a terminal, and with no field given, each is shown in the form of 'organize', where Enter saves it. An
          editor is $VISUAL, $EDITOR, or the one of the system.
          """,
        options: Declaration.completion + [
          Declaration.noCoordinates, Declaration.refundOf, Declaration.noRefund,
          Declaration.clearNote,
          OptionDeclaration("--editor", help: "Change one record as a text in an editor."),
        ] + Declaration.selectionBesideFields),
      CommandDeclaration(
        name: "tag", operands: "ID… +TAG… -TAG…", operandCount: 0...10_000,
        summary: "Adds tags to records and takes tags away.", details: Declaration.aboutSelection,
        options: Declaration.selection, takesTagChanges: true),
      CommandDeclaration(
        name: "reopen", operands: "ID…", operandCount: 0...10_000,
        summary: "Makes the quick records of transactions open again, as they were captured.",
        details: """
          The transactions are deleted. What was changed in them since is not in the quick records.
          \(Declaration.aboutSelection)
          """,
        options: Declaration.selection),
      Declaration.split, Declaration.merge,
      CommandDeclaration(
        name: "transactions", summary: "Transactions by day, with what came in and went out.",
        options: Declaration.query + [
          OptionDeclaration("--deleted", help: "Deleted ones only.")
        ]),
      CommandDeclaration(
        name: "delete", operands: "ID…", operandCount: 0...10_000,
        summary: "Deletes records; 'restore' brings them back.",
        details: Declaration.aboutSelection, options: Declaration.selection),
      CommandDeclaration(
        name: "restore", operands: "ID…", operandCount: 0...10_000,
        summary: "Brings deleted records back.", details: Declaration.aboutSelection,
        options: Declaration.selectionOfDeleted),
      CommandDeclaration(
        name: "purge", operands: "[ID…]", operandCount: 0...10_000,
        summary: "Removes for good what was deleted, dropped or taken back.",
        details: """
          Without IDs it takes what was deleted, dropped, fixed or accepted, and what is kept for a redo alone since its
          capture was taken back, longer ago than trash-retention says (90 days, if nothing does), and what is held in quarantine for longer than quarantine-retention (forever). A
          transaction and its quick records go together. Snapshots that 'backup' made keep what they have.
          It asks first on a terminal; elsewhere it needs --yes.
          """,
        options: [
          OptionDeclaration(
            "--all", help: "All that is deleted, taken back or let go, however short a time ago."),
          OptionDeclaration("--yes", help: "Do not ask."),
          OptionDeclaration("--no-input", help: "Do not ask, and purge nothing without --yes."),
          Declaration.dryRun,
        ]),
      CommandDeclaration(
        name: "undo", operands: "[N]", operandCount: 0...1,
        summary: "Takes back what was last done with mm-organize, or the last N.",
        details: """
          What one command changed is taken back as one. It is refused where something later has changed the same
          records, which is named. The recording of a capture that is taken back stays in the store.
          """,
        options: [
          OptionDeclaration(
            "--op", value: .text("NUMBER"),
            help: "Take back this operation of 'history', also one of mm-ingestd."),
          Declaration.dryRun,
        ]),
      CommandDeclaration(
        name: "redo", operands: "[N]", operandCount: 0...1,
        summary: "Returns what was last taken back, or the last N.",
        options: [
          OptionDeclaration(
            "--op", value: .text("NUMBER"),
            help: "Return this operation of 'history', though others were taken back after it."),
          Declaration.dryRun,
        ]),
      CommandDeclaration(
        name: "history", operands: "[ID]", operandCount: 0...1,
        summary: "What was done, newest first, with the numbers that 'undo --op' takes.",
        options: [
          OptionDeclaration(
            "--last", value: .text("N"), help: "So many; 20 where no ID is given, else all.")
        ]),
    ] as [CommandDeclaration] + Declaration.quarantine + Declaration.safekeeping
      + Declaration.names,
    exitStatuses: [
      .done, .needsAttention, .usage, .badData, .notFound, .internalFault, .cannotCreate,
      .inputOutput, .tryAgain, .noPermission, .badConfiguration,
    ],
    meanings: [
      .needsAttention:
        "Only of audit, verify and backup: something is wrong with the store or its files."
    ])

  static let dryRun = OptionDeclaration(
    "--dry-run", help: "Say what would be done, and change nothing.")

  static let dryRunOfPlayer = OptionDeclaration(
    "--dry-run", help: "Print the player's command, and play nothing.")

  /// The same words everywhere.
  static let query = plainConditions + conditions
}
