import CommandLineTool
import Linux

@main
enum Companion {
  static func main() {
    ignoreBrokenPipes()
    let words = CommandLine.words
    do throws(Failure) {
      CurrentProcess.exit(try run(words).rawValue)
    } catch {
      let program = Declaration.program
      let command = CommandLineParser(program).command(in: words)
      Output(json: words.contains("--json")).report(
        error.pointingToHelp(of: program.name, command: command), program: program.name)
      CurrentProcess.exit(error.status.rawValue)
    }
  }

  private static func run(_ words: [String]) throws(Failure) -> ExitStatus {
    let request: Request
    do throws(UsageError) {
      request = try CommandLineParser(Declaration.program).parse(words)
    } catch {
      let failure = Failure(error)
      guard case .unknownCommand = error else { throw failure }
      throw Failure(
        failure.status, failure.code, failure.message, hint: WordAdvice.hint(forCommand: words))
    }
    let output = Output(json: words.contains("--json"))
    switch request {
    case .help(let command): try output.write(HelpText(Declaration.program).text(for: command))
    case .version:
      try output.line("\(Declaration.program.name) \(Declaration.program.version)")
    case .run(let arguments): return try run(arguments, output)
    }
    return .done
  }

  private static func run(_ arguments: Arguments, _ output: Output) throws(Failure) -> ExitStatus {
    let context = try Context(arguments, output)
    switch arguments.command {
    case "": try Overview(context).run()
    case "list": try List(context).run()
    case "show": try Show(context).run()
    case "explain": try Explain(context).run()
    case "play": try Play(context).run(.quickRecord, .transaction, .quarantine)
    case "add": try Add(context).run()
    case "organize": try Organize(context).run()
    case "edit": try Edit(context).run()
    case "tag": try TagChange(context).run()
    case "reopen": try Reopen(context).run()
    case "split": try Split(context).run()
    case "merge": try Merge(context).run()
    case "transactions": try Transactions(context).run()
    case "delete": try Delete(context).run()
    case "restore": try Restore(context).run()
    case "purge": try Purging(context).run()
    case "undo": try Undo(context).run()
    case "redo": try Redo(context).run()
    case "history": try History(context).run()
    case "tags list": try NameList(context, .tag).run()
    case "tags rename": try NameChange(context, .tag).rename()
    case "tags merge": try NameChange(context, .tag).merge()
    case "places list": try NameList(context, .place).run()
    case "places rename": try NameChange(context, .place).rename()
    case "places merge": try NameChange(context, .place).merge()
    case "places near": try PlacesNear(context).run()
    case "places search": try PlacesSearch(context).run()
    case "quarantine list": try QuarantineList(context).run()
    case "quarantine show": try QuarantineShow(context).run()
    case "quarantine play": try Play(context).run(.quarantine)
    case "quarantine fix": try QuarantineFixing(context).run()
    case "quarantine accept": try QuarantineAccept(context).run()
    case "quarantine retry": try QuarantineRetry(context).run()
    case "quarantine drop": try QuarantineDrop(context).run()
    case "inbox": try Inbox(context).run()
    case "status": try Status(context).run()
    case "audit": return try Audit(context).run()
    case "verify": return try Verify(context).run()
    case "export": try Export(context).run()
    case "backup": try BackUp(context).run()
    case "restore-backup": try RestoreBackup(context).run()
    default: preconditionFailure("a declared command has its verb")
    }
    return .done
  }
}
