import CommandLineTool
import Configuration
import Ingest
import Linux

/// Watching until SIGTERM or SIGINT. SIGHUP ends the session in order and starts another with the configuration
/// read anew.
struct Watch {
  let settings: Settings
  let log: Log
  let reload: @Sendable () throws(Failure) -> Settings

  /// After this the process ends with what is in hand undone: it is all still in the inbox.
  private static let stopLimit = Duration.milliseconds(4500)

  private enum Wish {
    case end
    case reload
  }

  func run() async throws(Failure) -> ExitStatus {
    let service = ServiceNotification()
    let signals: SignalStream
    do throws(SystemError) {
      signals = try SignalStream(
        of: [
          SignalStream.terminate, SignalStream.interrupt, SignalStream.hangUp, LeaseBreaks.signal,
        ], immediately: LeaseBreaks.answer)
    } catch { throw Failure(.inputOutput, "signals", error.description) }
    var settings = settings
    var wishes = signals.signals.makeAsyncIterator()
    while true {
      let session = try await open(settings)
      await session.start()
      tell(
        service, "READY=1",
        "STATUS=Watching \(settings.inboxes.map(\.path).joined(separator: ", "))")
      let running = Task { await session.run() }
      let wish = await Watch.next(&wishes)
      tell(
        service,
        wish == .end ? "STOPPING=1" : "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds())")
      await session.stop()
      let limit = wish == .end ? Watch.endLater() : nil
      _ = await running.value
      limit?.cancel()
      if wish == .end { return .done }
      settings = reloaded() ?? settings
    }
  }

  private static func next(
    _ signals: inout AsyncStream<SignalStream.Signal>.AsyncIterator
  ) async -> Wish {
    while let signal = await signals.next() {
      switch signal.number {
      case SignalStream.hangUp: return .reload
      case LeaseBreaks.signal: continue
      default: return .end
      }
    }
    return .end
  }

  /// Ends the process when the session takes too long to.
  private static func endLater() -> Task<Void, Never> {
    Task {
      guard (try? await Task.sleep(for: stopLimit)) != nil else { return }
      CurrentProcess.exit(ExitStatus.done.rawValue)
    }
  }

  private func open(_ settings: Settings) async throws(Failure) -> IngestSession {
    let log = log
    let plan = try Plan.make(settings, .watch)
    do throws(SessionError) {
      return try await IngestSession(
        plan, report: { log.write($0) })
    } catch { throw Failure(error) }
  }

  /// A configuration that is wrong is reported, and the old one stays.
  private func reloaded() -> Settings? {
    do throws(Failure) {
      let settings = try reload()
      for notice in settings.notices { log.write(IngestEvent(.notice, notice.description)) }
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
