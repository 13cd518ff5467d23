import InboxWatch
import Linux
import Records
import Storage

/// Takes memos and judges them, on a thread of its own with a decoder of its own: while one recording is decoded the next
/// are hashed. A decoder works on its files in order, so that whoever kills it is known.
actor Examiner {
  /// What all examiners of a session have in common.
  struct Shared: Sendable {
    let presence: StorePresence
    let archive: AudioArchive
    let sidecars: SidecarReader
    let places: PlaceRules
    let limits: DecodingLimits
    let decoder: DecoderRules
    let confinement: SeenConfinement
    let filer: Filer
    let kept: KeptInboxes
    let inHand: ContentsInHand
    /// Of an earlier run.
    let formerSuspects: SuspectTurns
    let now: @Sendable () -> Instant
  }

  private let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let shared: Shared
  private let decoders: Decoders
  private var suspects: Set<Digest> = []

  init(number: Int, _ shared: Shared) {
    executor = ThreadExecutor(name: "examiner-\(number)")
    self.shared = shared
    decoders = Decoders(shared.decoder) { shared.confinement.note($0) }
  }

  /// Looks at some memos and hands on what is to be filed; answers what is not. Those of a portion go on together,
  /// but none waits long for the others.
  ///
  /// While the decoder works on one recording the next are taken and handed over.
  func examine(
    _ memos: [ReadyMemo], into judged: WorkQueue<ExaminedMemo>
  ) async -> [(memo: ReadyMemo, conclusion: Conclusion)] {
    do throws(StoreError) { try shared.presence.check() } catch {
      let (code, message) = error.wait
      return memos.map { ($0, .fault(code, message: message)) }
    }
    var portion = ExaminedPortion(of: memos.count, into: judged)
    for memo in memos {
      switch begin(memo, since: portion.since) {
      case .ended(let examination): portion.add(memo, examination)
      case .decoding(let recording):
        // A suspect gets a decoder that has seen nothing else and nothing else after it.
        await collect(downTo: memo.isSuspect ? 0 : Examiner.mostInDecoder - 1, &portion)
        if memo.isSuspect { decoders.stop() }
        await handOver(recording, &portion)
        if memo.isSuspect {
          await collect(downTo: 0, &portion)
          decoders.stop()
        }
      }
    }
    await collect(downTo: 0, &portion)
    let concluded = portion.concluded
    await portion.handOn()
    return concluded
  }

  /// What the decoder has, in its order. Empty whenever this actor waits for another, since the memos of another inbox
  /// may then have their turn.
  private var inDecoder: [DecodingMemo] = []

  /// Enough that neither waits for the other; if the first kills the decoder, the rest are handed over again.
  private static let mostInDecoder = 4

  private func handOver(_ memo: DecodingMemo, _ portion: inout ExaminedPortion) async {
    do throws(DecoderFault) {
      while try !send(memo) { await collect(downTo: inDecoder.count - 1, &portion) }
      inDecoder.append(memo)
    } catch {
      // A fault of sending leaves what is in hand alone; one of starting comes only when nothing is.
      portion.add(memo.memo, await judge(error, on: memo))
    }
  }

  private func send(_ memo: DecodingMemo) throws(DecoderFault) -> Bool {
    try memo.recording.draft.withLock { draft in
      Result { () throws(DecoderFault) in try decoders.first.send(draft.descriptor) }
    }.get()
  }

  /// Takes answers until only so many recordings are in the decoder.
  private func collect(downTo count: Int, _ portion: inout ExaminedPortion) async {
    while inDecoder.count > count {
      // What is judged does not wait for what takes long.
      if !decoders.first.hasAnswer { portion.handOnWhatThereIs() }
      let memo = inDecoder.removeFirst()
      let answer: DecoderAnswer
      do throws(DecoderFault) {
        answer = try decoders.first.nextAnswer(timeout: shared.limits.timeout)
      } catch {
        let others = inDecoder
        inDecoder = []
        portion.add(memo.memo, await judge(error, on: memo))
        for other in others { await handOver(other, &portion) }
        continue
      }
      do throws(DecoderFault) {
        portion.add(memo.memo, judge(try reconsider(answer, of: memo), on: memo))
      } catch {
        portion.add(memo.memo, await judge(error, on: memo))
      }
    }
  }

  private func reconsider(
    _ answer: DecoderAnswer, of memo: DecodingMemo
  ) throws(DecoderFault) -> DecoderAnswer {
    try memo.recording.draft.withLock { draft in
      Result { () throws(DecoderFault) in
        try decoders.reconsider(answer, of: draft.descriptor, timeout: shared.limits.timeout)
      }
    }.get()
  }

  /// How far a memo comes without the decoder. The inbox stays as it is.
  private func begin(_ memo: ReadyMemo, since: ContinuousClock.Instant) -> BegunExamination {
    var atHand = MemoAtHand(
      memo: memo,
      intake: Intake(
        archive: shared.archive, sidecars: shared.sidecars,
        places: shared.places[memo.folder.path], folder: memo.folder, now: shared.now()),
      since: since)
    do throws(IntakeRefusal) {
      if let files = shared.kept.files(of: memo.folder.path) {
        switch try Recognition(
          files: files, intake: atHand.intake, stays: shared.kept.stays(memo.folder.path)
        ).recognize(memo.offer) {
        case .known(let files): return .ended(atHand.judged(.known(files)))
        case .twin(let files, let record, let remembered):
          atHand.remembered = remembered
          return .ended(atHand.judged(.keptTwin(files, of: record)))
        case .new(let remembered): atHand.remembered = remembered
        }
      }
      switch memo.content {
      case .recording(let recording, let sidecar): return try pair(atHand, recording, sidecar)
      case .loneSidecar(let sidecar): return .ended(try loneSidecar(atHand, sidecar))
      case .ambiguous(let sidecars, let recordings):
        let names = recordings.map { "\($0.name)" }.joined(separator: ", ")
        return .ended(
          try setAside(
            atHand, .sidecarAmbiguous, "\(memo.name) fits \(names), and nothing says which.",
            recordings, sidecars))
      case .surplus(let sidecars, let pairs): return .ended(try surplus(atHand, sidecars, pairs))
      }
    } catch { return .ended(Examination(error)) }
  }

  private func pair(
    _ atHand: MemoAtHand, _ file: InboxFile, _ sidecar: InboxFile?
  ) throws(IntakeRefusal) -> BegunExamination {
    let memo = atHand.memo
    let intake = atHand.intake
    let read = try sidecar.map { sidecar throws(IntakeRefusal) in try intake.read(sidecar) }
    // Judged as it stands only once it has been so for the whole patience; until then it may be half written.
    if let fault = read?.fault, !memo.patienceIsOver {
      return .ended(.unfinished(fault.description))
    }
    if file.identity.size == 0, !memo.patienceIsOver {
      return .ended(.unfinished("The file is empty."))
    }
    let recording = try intake.copy(file)
    if !memo.isSuspect, let conclusion = suspicion(of: recording.sha256) {
      return .ended(.concluded(conclusion))
    }
    // From here on, until it has ended, a death of the daemon may be its doing.
    let taken = DecodingMemo(
      atHand: atHand, recording: recording, sidecar: read?.taken,
      mark: shared.inHand.mark(recording.sha256))
    if let fault = read?.fault {
      return .ended(taken.judged(.setAside(.sidecarInvalid, message: fault.description)))
    }
    return .decoding(taken)
  }

  /// What is to be said of a suspect that comes as any other memo.
  private func suspicion(of digest: Digest) -> Conclusion? {
    if suspects.contains(digest) { return .suspect }
    return shared.formerSuspects.turn(of: digest).map { .formerSuspect(turn: $0) }
  }

  private func judge(_ answer: DecoderAnswer, on decoded: DecodingMemo) -> Examination {
    let patienceIsOver = decoded.memo.patienceIsOver
    switch answer {
    case .report(let report):
      if report.looksUnfinished, !patienceIsOver {
        return .unfinished("The recording breaks off.")
      }
      return decoded.judged(shared.limits.verdict(on: decoded.atHand.intake.places.report(report)))
    case .rejected(let rejection):
      if rejection.mayBeUnfinished, !patienceIsOver {
        return .unfinished("The recording has only begun.")
      }
      return decoded.judged(.setAside(rejection.code, message: rejection.message))
    case .unreadable(let why): return .unreadableCopy(why)
    }
  }

  private func judge(_ fault: DecoderFault, on decoded: DecodingMemo) async -> Examination {
    guard let code = fault.quarantineCode else {
      return .concluded(.fault(fault.waitingCode, message: fault.description))
    }
    let digest = decoded.recording.sha256
    suspects.insert(digest)
    let deaths = await shared.filer.noteDeath(of: digest, alone: decoded.memo.isSuspect)
    guard let deaths, deaths >= 3 else { return .concluded(.suspect) }
    // The sentence for memory names the limit.
    let message = code == .decoderMemory ? fault.description : code.sentence
    return decoded.judged(.setAside(code, message: message))
  }

  private func loneSidecar(
    _ atHand: MemoAtHand, _ file: InboxFile
  ) throws(IntakeRefusal) -> Examination {
    let read = try atHand.intake.read(file)
    var verdict = Verdict.loneSidecar
    if let fault = read.fault {
      guard atHand.memo.patienceIsOver else { return .unfinished(fault.description) }
      verdict = .setAside(.sidecarInvalid, message: fault.description)
    }
    return atHand.judged(verdict, [], [read.taken])
  }

  private func surplus(
    _ atHand: MemoAtHand, _ surplus: [InboxFile], _ pairs: [MemoOffer.Pair]
  ) throws(IntakeRefusal) -> Examination {
    let intake = atHand.intake
    let taken = try surplus.map { file throws(IntakeRefusal) in try intake.read(file).taken }
    let theirs = try pairs.map { pair throws(IntakeRefusal) in
      try intake.read(pair.sidecar).taken.content
    }
    if taken.allSatisfy({ theirs.contains($0.content) }) {
      return atHand.judged(.redundantSidecar, [], taken)
    }
    let names = (surplus + pairs.map(\.sidecar)).map { "\($0.name)" }.joined(separator: ", ")
    return try setAside(
      atHand, .sidecarConflict, "\(names) differ and claim the same recording.",
      pairs.map(\.recording), surplus + pairs.map(\.sidecar))
  }

  /// All files of the offer, under one code.
  private func setAside(
    _ atHand: MemoAtHand, _ code: QuarantineCode, _ message: String, _ recordings: [InboxFile],
    _ sidecars: [InboxFile]
  ) throws(IntakeRefusal) -> Examination {
    let intake = atHand.intake
    return atHand.judged(
      .setAside(code, message: message),
      try recordings.map { file throws(IntakeRefusal) in try intake.copy(file) },
      try sidecars.map { file throws(IntakeRefusal) in try intake.read(file).taken })
  }

  /// Starts the decoder before the first memo; answers why it cannot be used.
  func prepareDecoder() -> DecoderFault? {
    do throws(DecoderFault) {
      try decoders.first.prepare()
      return nil
    } catch { return error }
  }

  /// Ends the decoders.
  func stop() { decoders.stop() }
}
