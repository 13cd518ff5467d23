import Linux
import Records

extension InboxWatcher {
  /// A batch of events, which may be of an earlier arming.
  func handle(_ batch: [Inotify.Event], of arming: Int) {
    guard !isStopped, armed?.number == arming else { return }
    let now = time.now()
    lastEvent = now.wall
    if batch.contains(where: { $0.kinds.contains(.ignored) }) { armed?.isLost = true }
    if batch.contains(where: \.concernsFolder) { check(at: now) }
    if armed?.number == arming, let folder = openFolder(at: now) {
      look(at: batch, in: folder, at: now)
      if batch.contains(where: { $0.kinds.contains(.overflow) }) {
        newsSource.yield(.overflow(path: path))
        scan(folder, at: now)
      }
    }
    settle(at: now)
  }

  private func look(at batch: [Inotify.Event], in folder: InboxFolder, at now: TimeReading) {
    var names: [FileName] = []
    var events: [FileName: EntryEvent] = [:]
    for event in batch {
      guard let bytes = event.name?.bytes else { continue }
      let name = FileName(bytes: bytes)
      if events[name] == nil {
        guard NameRule(name) != .ignored else { continue }
        names.append(name)
      }
      events[name, default: EntryEvent()].add(event.kinds)
    }
    for name in names {
      let event = events[name] ?? EntryEvent()
      if event.isGone {
        ledger.lose(name, at: now)
      } else {
        look(at: name, in: folder, event: event, at: now)
      }
    }
  }

  func look(
    at name: FileName, in folder: InboxFolder, event: EntryEvent = EntryEvent(),
    at now: TimeReading
  ) {
    switch folder.look(at: name) {
    case .found(let facts):
      let isNews = ledger.observe(
        facts, event: event, at: now,
        isKnown: memory.map { memory in { memory.knows($0, in: folder) } })
      if isNews { newsSource.yield(.ignored(name, facts.kind)) }
    case .gone: ledger.lose(name, at: now)
    case .unknown:
      // It may be the sidecar of a recording that waits for one, so not only the regular scan looks again.
      isUnsure = true
      nextScan = min(nextScan, now.steady.advanced(by: .seconds(1)))
    }
  }

  /// Offers once more what was taken and is to be judged again.
  func recall(at now: TimeReading) {
    let files = memory?.filesToJudge(in: path, among: { ledger.names }) ?? []
    for file in files { ledger.judgeAgain(file, at: now) }
  }

  /// The regular scan. Where events failed for a reason that may pass, they are tried again first.
  func rescan(at now: TimeReading) {
    check(at: now)
    guard let folder = openFolder(at: now) else { return }
    if armed?.source == nil, armed?.reason?.mayPass == true {
      watchEvents(of: folder)
      if armed?.source != nil { newsSource.yield(.watching(path: path)) }
    }
    scan(folder, at: now)
  }

  /// Looks at every entry. A folder that cannot be read to its end is read again at the next turn, and nothing is taken
  /// for gone.
  func scan(_ folder: InboxFolder, at now: TimeReading) {
    var names: [FileName] = []
    isUnsure = false
    ledger.beginScan()
    do throws(SystemError) {
      try folder.descriptor.forEachEntryName { entry in
        let name = FileName(bytes: entry.bytes)
        if NameRule(name) == .ignored {
          ledger.observeIgnored(name)
        } else {
          names.append(name)
        }
      }
      for name in names { look(at: name, in: folder, at: now) }
      for name in ledger.unseenNames() { look(at: name, in: folder, at: now) }
      lastScan = now.wall
    } catch {
      // The next turn tells; the folder itself is checked on its own clock.
    }
    nextScan = time.now().steady.advanced(by: scanInterval(after: now))
  }

  /// With events, `rescan`. Without, or with an entry that the system did not let be looked at, as often as files settle,
  /// but never more than a twentieth of the time.
  private func scanInterval(after start: TimeReading) -> Duration {
    let rescan = ledger.rules.rescan
    guard armed?.source == nil || isUnsure else { return rescan }
    let cost = time.now().steady.duration(since: start.steady)
    return min(rescan, max(ledger.rules.settle, .seconds(1), cost * 20))
  }
}
