import CommandLineTool

/// Commands about the daemon, its inboxes, and the store as a whole.
extension Declaration {
  static let safekeeping = [
    CommandDeclaration(
      name: "inbox", summary: "What waits in the inboxes, and what for.",
      options: [
        OptionDeclaration("--all", help: "Also what was taken and stays (after = keep).")
      ]),
    CommandDeclaration(
      name: "status", summary: "Whether mm-ingestd runs, and how it fares.",
      details: "The exit status is 0 either way; with --json, 'running' says which."),
    CommandDeclaration(
      name: "audit",
      summary: "Whether nothing is lost: every row, file, memo and total is looked at.",
      details: """
        Nothing is changed, and mm-ingestd may be at work. Files are looked at and not read, which is what 'verify'
        is for. With --json each problem has a code that stays the same.
        """),
    CommandDeclaration(
      name: "verify", operands: "[ID…]", operandCount: 0...10_000,
      summary: "Whether every recording still has the bytes that were filed.",
      details: """
        Everything in the archive and the quarantine is read, or what the IDs name. A run that was stopped is gone on
        with by the next one, within a week.
        """,
      options: [
        OptionDeclaration(
          "--decode", help: "Also decode the recordings again, and compare their lengths."),
        OptionDeclaration("--from-start", help: "Forget what a stopped run has read."),
      ]),
    CommandDeclaration(
      name: "export", operands: "FORMAT", operandCount: 1...1,
      summary: "All records in a format: json.",
      options: [
        OptionDeclaration(
          "--output", short: "o", value: .text("FILE"), help: "Write to a file; it must be new.")
      ]),
    CommandDeclaration(
      name: "backup", operands: "DIR", operandCount: 1...1,
      summary: "Copies the store with its recordings to a folder, while the daemon runs.",
      details: """
        Each backup is a snapshot of its own; a recording is copied once for all of them. What is copied is read
        again before it counts. Exit status 1 means that the store lacks files, which are named.
        """,
      options: [
        OptionDeclaration(
          "--verify-all",
          help: "Read again what earlier backups have copied too, and make good what is damaged."),
        Declaration.dryRun,
      ]),
    CommandDeclaration(
      name: "restore-backup", operands: "DIR", operandCount: 1...1,
      summary: "Makes a store of a backup, in a folder that is empty or not there.",
      details: """
        The store is the one that --store or the configuration names. It is there only when every file is whole.
        """,
      options: [
        OptionDeclaration("--list", help: "List the snapshots, and restore nothing."),
        OptionDeclaration(
          "--snapshot", value: .text("NAME"),
          help: "Restore this one, by the beginning of its name; else the latest."),
        OptionDeclaration(
          "--partial", help: "Restore the rest where the backup has lost files, and name them."),
        OptionDeclaration(
          "--dry-run", help: "Read the whole snapshot and say what is damaged; write nothing."),
      ]),
  ]
}
