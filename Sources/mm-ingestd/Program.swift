import CommandLineTool
import Configuration
import Ingest
import Linux

@main
enum Daemon {
  static func main() {
    // Before any other thread starts, so that all of them leave these to the signal stream.
    SignalStream.block([
      SignalStream.terminate, SignalStream.interrupt, SignalStream.hangUp, LeaseBreaks.signal,
      LeaseBreaks.overflowSignal,
    ])
    raiseOpenFileLimit()
    ignoreBrokenPipes()
    // Not the priority of a first thread, which only a privileged process may have.
    Task.detached(priority: .medium) { CurrentProcess.exit(await status().rawValue) }
    CurrentProcess.park()
  }

  private static func status() async -> ExitStatus {
    do throws(Failure) {
      return try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let program = Declaration.program.name
      Output(json: false).report(
        error.pointingToHelp(of: program, command: nil), program: program)
      return error.status
    }
  }

  private static func run(_ words: [String]) async throws(Failure) -> ExitStatus {
    let request: Request
    do throws(UsageError) {
      request = try CommandLineParser(Declaration.program).parse(words)
    } catch { throw Failure(error) }
    let output = Output(json: false)
    switch request {
    case .help:
      try output.write(HelpText(Declaration.program).text())
      return .done
    case .version:
      try output.line("\(Declaration.program.name) \(Declaration.program.version)")
      return .done
    case .run(let arguments):
      let isOnce = arguments.has("--once")
      if arguments.has("--now") && !isOnce {
        throw Failure(.usage, "usage", "The option --now goes with --once.")
      }
      let settings = try load(arguments)
      if arguments.has("--check") { return try await Check(settings: settings).run(output) }
      let log = Log(isQuiet: arguments.has("--quiet"))
      for notice in settings.notices { log.write(notice) }
      let zone = Plan.zone(settings)
      if isOnce {
        return try await Drain(settings: settings, zone: zone, log: log)
          .run(now: arguments.has("--now"))
      }
      return try await Watch(
        settings: settings, zone: zone, log: log,
        reload: { () throws(Failure) in
          try load(arguments)
        }
      ).run()
    }
  }

  private static func load(_ arguments: Arguments) throws(Failure) -> Settings {
    do throws(ConfigurationError) {
      return try Settings.load(
        SettingOptions(
          config: arguments.value("--config"), store: arguments.value("--store"),
          inboxes: arguments.values("--inbox")))
    } catch { throw Failure(error) }
  }
}
