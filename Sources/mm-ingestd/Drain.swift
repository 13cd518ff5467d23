import CommandLineTool
import Configuration
import Ingest
import Linux
import Records

/// `--once`: files what is there, then ends.
struct Drain {
  let settings: Settings
  let zone: TimeZoneRules
  let log: Log

  /// Done whatever was set aside; to be tried again where a fault of the world holds a memo, and a failure where an inbox
  /// could not be looked into.
  func run(now: Bool) async throws(Failure) -> ExitStatus {
    let log = log
    let plan = try Plan.make(settings, now ? .onceNow : .once, zone)
    let session: IngestSession
    let breaks: SignalStream
    do throws(SessionError) {
      session = try await IngestSession(
        plan, report: { log.write($0) })
    } catch { throw Failure(error) }
    do throws(SystemError) {
      breaks = try SignalStream(
        of: [SignalStream.terminate, SignalStream.interrupt, LeaseBreaks.signal],
        immediately: LeaseBreaks.answer)
    } catch { throw Failure(.inputOutput, "signals", error.description) }
    let stopping = Task {
      for await signal in breaks.signals where signal.number != LeaseBreaks.signal {
        StopLimit.begin()
        await session.stop()
      }
    }
    await session.start()
    let isClear = await session.run()
    stopping.cancel()
    if !isClear { return .tryAgain }
    let missing = await session.missingInboxes()
    guard missing.isEmpty else {
      throw Failure(
        .notFound, "inbox",
        "Nothing was taken from \(missing.joined(separator: ", ")), which cannot be looked into.",
        hint: "Make the folder, mount its disk, or name another inbox with --inbox.")
    }
    return .done
  }
}
