import CommandLineTool
import Configuration
import Ingest
import Linux
import Records

/// Watching until SIGTERM or SIGINT. SIGHUP ends the session in order and starts another with the configuration
/// read anew.
struct Watch {
  let settings: Settings
  let zone: TimeZoneRules
  let log: Log
  let reload: @Sendable () throws(Failure) -> Settings

  private enum Wish {
    case end
    case reload
  }

  func run() async throws(Failure) -> ExitStatus {
    let service = ServiceNotification()
    var wishes = try Watch.wishes().makeAsyncIterator()
    var settings = settings
    var session = try await open(settings)
    while true {
      await session.start()
      tell(
        service, "READY=1",
        "STATUS=Watching \(settings.inboxes.map(\.path).joined(separator: ", "))")
      let running = Task { [session] in await session.run() }
      let wish = await wishes.next() ?? .end
      tell(
        service,
        wish == .end ? "STOPPING=1" : "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds())")
      await session.stop()
      _ = await running.value
      if wish == .end { return .done }
      (session, settings) = try await reopen(settings)
    }
  }

  /// What the signals ask for, read for as long as the process lives, whatever else it is doing; the first wish to end
  /// starts the clock.
  private static func wishes() throws(Failure) -> AsyncStream<Wish> {
    let signals: SignalStream
    do throws(SystemError) {
      signals = try SignalStream(
        of: [
          SignalStream.terminate, SignalStream.interrupt, SignalStream.hangUp, LeaseBreaks.signal,
        ], immediately: LeaseBreaks.answer)
    } catch { throw Failure(.inputOutput, "signals", error.description) }
    let (stream, continuation) = AsyncStream.makeStream(of: Wish.self)
    Task {
      for await signal in signals.signals {
        switch signal.number {
        case SignalStream.hangUp: continuation.yield(.reload)
        case LeaseBreaks.signal: continue
        default:
          StopLimit.begin()
          continuation.yield(.end)
        }
      }
    }
    return stream
  }

  /// A session by the configuration read anew, or by the old one where the new cannot be used.
  private func reopen(
    _ settings: Settings
  ) async throws(Failure) -> (IngestSession, Settings) {
    if let new = reloaded() {
      do throws(Failure) {
        return (try await open(new), new)
      } catch {
        log.write(IngestEvent(.error, "\(error.message) The old configuration stays."))
      }
    }
    return (try await open(settings), settings)
  }

  private func open(_ settings: Settings) async throws(Failure) -> IngestSession {
    let log = log
    let plan = try Plan.make(settings, .watch, zone)
    do throws(SessionError) {
      return try await IngestSession(
        plan, report: { log.write($0) })
    } catch { throw Failure(error) }
  }

  /// A configuration that is wrong is reported, and the old one stays.
  private func reloaded() -> Settings? {
    do throws(Failure) {
      let settings = try reload()
      for notice in settings.notices { log.write(notice) }
      if settings.defaults.timeZone != self.settings.defaults.timeZone {
        log.write(IngestEvent(.warning, "Another time-zone takes effect at the next start."))
      }
      log.write(IngestEvent(.notice, "configuration read again"))
      return settings
    } catch {
      log.write(IngestEvent(.error, "\(error.message) The old configuration stays."))
      return nil
    }
  }

  private func tell(_ service: ServiceNotification, _ lines: String...) {
    do throws(SystemError) {
      try service.send(lines.joined(separator: "\n"))
    } catch {
      log.write(IngestEvent(.warning, "The service manager cannot be told: \(error)"))
    }
  }
}
