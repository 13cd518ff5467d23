import Linux
import Records

extension InboxWatcher {
  /// How often the folder at the path is compared with the one that is watched: a mount over it raises no event.
  private static let checkInterval = Duration.seconds(5)
  private static let missingCheckInterval = Duration.seconds(1)

  /// Watches and scans what is at the path, or notes that nothing is.
  func arm(at now: TimeReading) {
    disarm()
    let folder: InboxFolder
    do throws(SystemError) {
      folder = try InboxFolder(opening: path)
    } catch {
      becomeMissing(because: error, at: now)
      return
    }
    let pass: any Sendable
    do throws(InboxRefusal) {
      pass = try entrance(folder)
    } catch {
      return becomeMissing(for: error.reason, at: now)
    }
    missingReason = nil
    lastArming += 1
    armed = ArmedFolder(folder.status, number: lastArming, pass: pass)
    nextCheck = now.steady.advanced(by: InboxWatcher.checkInterval)
    watchEvents(of: folder)
    if let reason = armed?.reason {
      newsSource.yield(.polling(path: path, reason: reason.description))
    } else {
      newsSource.yield(.watching(path: path))
    }
    scan(folder, at: now)
    // The path may have led elsewhere between opening and watching.
    check(at: now)
  }

  func disarm() {
    armed?.listener?.cancel()
    armed?.source?.inotify.stop()
    armed = nil
  }

  /// Tries events for the folder that is armed; the reason stands there when they cannot be had.
  func watchEvents(of folder: InboxFolder) {
    do throws(PollingReason) {
      let source = try openEvents(folder, mode)
      let events = source.inotify.events
      let number = lastArming
      armed?.source = source
      armed?.reason = nil
      armed?.listener = Task { [weak self] in
        for await batch in events { await self?.handle(batch, of: number) }
      }
    } catch {
      armed?.reason = error
    }
  }

  /// Whether the path still leads to the folder that is watched; if not, what is there now is watched.
  func check(at now: TimeReading) {
    let interval =
      armed == nil ? InboxWatcher.missingCheckInterval : InboxWatcher.checkInterval
    nextCheck = now.steady.advanced(by: interval)
    do throws(SystemError) {
      let status = try fileStatus(at: path)
      if armed?.isSame(as: status) != true { arm(at: now) }
      recall(at: now)
    } catch {
      becomeMissing(because: error, at: now)
    }
  }

  /// Opens the watched folder for a moment; nil when it is not there, or not just now.
  func openFolder(at now: TimeReading) -> InboxFolder? {
    guard armed != nil else { return nil }
    do throws(SystemError) {
      let folder = try InboxFolder(opening: path)
      guard armed?.isSame(as: folder.status) == true else {
        arm(at: now)
        return nil
      }
      return folder
    } catch {
      becomeMissing(because: error, at: now)
      return nil
    }
  }

  /// Being out of descriptors says nothing of the folder; everything else means that it cannot be used.
  private func becomeMissing(because error: SystemError, at now: TimeReading) {
    if error.isOurs, armed != nil {
      pause = now.steady.advanced(by: .seconds(1))
      nextScan = min(nextScan, now.steady.advanced(by: .seconds(1)))
      return
    }
    becomeMissing(for: sentence(for: error), at: now)
  }

  private func becomeMissing(for reason: String, at now: TimeReading) {
    disarm()
    nextCheck = now.steady.advanced(by: InboxWatcher.missingCheckInterval)
    nextScan = SteadyTime(nanoseconds: .max)
    for name in ledger.names { ledger.lose(name, at: now) }
    if reason != missingReason { newsSource.yield(.missing(path: path, reason: reason)) }
    missingReason = reason
  }

  private func sentence(for error: SystemError) -> String {
    switch error.code {
    case .notFound where isOnce: "There is no such folder."
    case .notFound: "There is no such folder; it is taken up as soon as there is one."
    case .notDirectory: "What is there is not a folder."
    case .accessDenied, .notPermitted:
      "The folder cannot be opened; check its owner and mode, and those of the folders above it."
    default: "The folder cannot be opened: \(error.code)."
    }
  }
}

extension SystemError {
  fileprivate var isOurs: Bool {
    code == .tooManyOpenFiles || code == .tooManyOpenFilesInSystem || code == .interrupted
  }
}
