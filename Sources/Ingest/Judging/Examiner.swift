import InboxWatch
import Linux
import Records
import Storage

/// Takes and judges memos one after another, on a thread of its own with a decoder of its own. There are as many
/// as cores; each decoder has one file in hand at a time, so that whoever kills it is known.
actor Examiner {
  private let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let archive: AudioArchive
  private let sidecars: SidecarReader
  private let limits: DecodingLimits
  private let decoder: DecoderChild
  private let filer: Filer
  private var suspects: Set<Digest>
  private let now: @Sendable () -> Instant

  init(
    number: Int, archive: AudioArchive, sidecars: SidecarReader, limits: DecodingLimits,
    decoderProgram: String, filer: Filer, suspects: Set<Digest>,
    now: @escaping @Sendable () -> Instant
  ) {
    executor = ThreadExecutor(name: "examiner-\(number)")
    self.archive = archive
    self.sidecars = sidecars
    self.limits = limits
    decoder = DecoderChild(program: decoderProgram)
    self.filer = filer
    self.suspects = suspects
    self.now = now
  }

  /// Looks at some memos and hands on what is to be filed; answers what is not. Those of a portion go on together,
  /// but none waits long for the others.
  func examine(
    _ memos: [ReadyMemo], into judged: WorkQueue<ExaminedMemo>
  ) async -> [(memo: ReadyMemo, conclusion: Conclusion)] {
    let since = ContinuousClock.now
    var handedOn = since
    var pending: [ExaminedMemo] = []
    var settled = 0
    await judged.announce(memos.count)
    var concluded: [(memo: ReadyMemo, conclusion: Conclusion)] = []
    for memo in memos {
      switch await examine(memo, since: since) {
      case .judged(let examined): pending.append(examined)
      case .concluded(let conclusion): concluded.append((memo, conclusion))
      }
      settled += 1
      let now = ContinuousClock.now
      if now - handedOn > .milliseconds(10), !pending.isEmpty {
        await judged.add(pending, settling: settled)
        (pending, settled, handedOn) = ([], 0, now)
      }
    }
    await judged.add(pending, settling: settled)
    return concluded
  }

  /// Looks at one memo. The inbox stays as it is.
  private func examine(_ memo: ReadyMemo, since: ContinuousClock.Instant) async -> Examination {
    let intake = Intake(archive: archive, sidecars: sidecars, folder: memo.folder, now: now())
    do throws(IntakeRefusal) {
      switch memo.content {
      case .recording(let recording, let sidecar):
        return try await pair(memo, recording, sidecar, intake, since)
      case .loneSidecar(let sidecar): return try loneSidecar(memo, sidecar, intake, since)
      case .ambiguous(let sidecars, let recordings):
        let names = recordings.map { "\($0.name)" }.joined(separator: ", ")
        return try setAside(
          memo, .sidecarAmbiguous, "\(memo.name) fits \(names), and nothing says which.",
          recordings, sidecars, intake, since)
      case .surplus(let sidecars, let pairs):
        return try surplus(memo, sidecars, pairs, intake, since)
      }
    } catch { return Examination(error) }
  }

  private func pair(
    _ memo: ReadyMemo, _ file: InboxFile, _ sidecar: InboxFile?, _ intake: Intake,
    _ since: ContinuousClock.Instant
  ) async throws(IntakeRefusal) -> Examination {
    let read = try sidecar.map { sidecar throws(IntakeRefusal) in try intake.read(sidecar) }
    // Judged as it stands only once it has been so for the whole patience; until then it may be half written.
    if let fault = read?.fault, !memo.patienceIsOver { return .unfinished(fault.description) }
    if file.identity.size == 0, !memo.patienceIsOver { return .unfinished("The file is empty.") }
    let recording = try intake.copy(file)
    let verdict: Verdict
    if let fault = read?.fault {
      verdict = .setAside(.sidecarInvalid, message: fault.description)
    } else {
      switch await judge(recording, memo) {
      case .verdict(let found): verdict = found
      case .conclusion(let conclusion): return .concluded(conclusion)
      }
    }
    return .judged(
      ExaminedMemo(
        memo: memo, recordings: [recording], sidecars: read.map { [$0.taken] } ?? [],
        verdict: verdict, since: since))
  }

  private enum Judgement {
    case verdict(Verdict)
    case conclusion(Conclusion)
  }

  private func judge(_ recording: TakenRecording, _ memo: ReadyMemo) async -> Judgement {
    if suspects.contains(recording.sha256), !memo.isSuspect { return .conclusion(.suspect) }
    // A suspect gets a decoder that has seen nothing else.
    if memo.isSuspect { decoder.stop() }
    let answer: DecoderAnswer
    do throws(DecoderFault) {
      answer = try recording.draft.withLock { draft in
        Result { () throws(DecoderFault) in
          try decoder.decode(draft.descriptor, timeout: limits.timeout)
        }
      }.get()
    } catch { return await judge(error, on: recording, memo) }
    switch answer {
    case .report(let report):
      if report.looksUnfinished, !memo.patienceIsOver {
        return .conclusion(.unfinished(message: "The recording breaks off."))
      }
      return .verdict(limits.verdict(on: report))
    case .rejected(let rejection):
      if rejection.mayBeUnfinished, !memo.patienceIsOver {
        return .conclusion(.unfinished(message: "The recording has only begun."))
      }
      return .verdict(.setAside(rejection.code, message: rejection.message))
    }
  }

  private func judge(
    _ fault: DecoderFault, on recording: TakenRecording, _ memo: ReadyMemo
  ) async -> Judgement {
    guard let code = fault.quarantineCode else {
      return .conclusion(.fault(fault.waitingCode, message: fault.description))
    }
    suspects.insert(recording.sha256)
    let deaths = await filer.noteDeath(of: recording.sha256, alone: memo.isSuspect)
    guard let deaths, deaths >= 3 else { return .conclusion(.suspect) }
    return .verdict(.setAside(code, message: code.sentence))
  }

  private func loneSidecar(
    _ memo: ReadyMemo, _ file: InboxFile, _ intake: Intake, _ since: ContinuousClock.Instant
  ) throws(IntakeRefusal) -> Examination {
    let read = try intake.read(file)
    var verdict = Verdict.loneSidecar
    if let fault = read.fault {
      guard memo.patienceIsOver else { return .unfinished(fault.description) }
      verdict = .setAside(.sidecarInvalid, message: fault.description)
    }
    return .judged(
      ExaminedMemo(
        memo: memo, recordings: [], sidecars: [read.taken], verdict: verdict, since: since))
  }

  private func surplus(
    _ memo: ReadyMemo, _ surplus: [InboxFile], _ pairs: [MemoOffer.Pair], _ intake: Intake,
    _ since: ContinuousClock.Instant
  ) throws(IntakeRefusal) -> Examination {
    let taken = try surplus.map { file throws(IntakeRefusal) in try intake.read(file).taken }
    let theirs = try pairs.map { pair throws(IntakeRefusal) in
      try intake.read(pair.sidecar).taken.content
    }
    if taken.allSatisfy({ theirs.contains($0.content) }) {
      return .judged(
        ExaminedMemo(
          memo: memo, recordings: [], sidecars: taken, verdict: .redundantSidecar, since: since))
    }
    let names = (surplus + pairs.map(\.sidecar)).map { "\($0.name)" }.joined(separator: ", ")
    return try setAside(
      memo, .sidecarConflict, "\(names) differ and claim the same recording.",
      pairs.map(\.recording), surplus + pairs.map(\.sidecar), intake, since)
  }

  /// All files of the offer, under one code.
  private func setAside(
    _ memo: ReadyMemo, _ code: QuarantineCode, _ message: String, _ recordings: [InboxFile],
    _ sidecars: [InboxFile], _ intake: Intake, _ since: ContinuousClock.Instant
  ) throws(IntakeRefusal) -> Examination {
    .judged(
      ExaminedMemo(
        memo: memo,
        recordings: try recordings.map { file throws(IntakeRefusal) in try intake.copy(file) },
        sidecars: try sidecars.map { file throws(IntakeRefusal) in try intake.read(file).taken },
        verdict: .setAside(code, message: message), since: since))
  }

  /// Ends the decoder.
  func stop() { decoder.stop() }
}
