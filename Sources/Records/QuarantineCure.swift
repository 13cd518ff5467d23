/// What to do about something set aside: a whole sentence, and the commands that do it, each to be typed as it stands but
/// for words in capitals.
public struct QuarantineCure: Hashable, Sendable {
  public var sentence: String
  /// The likeliest first; never empty.
  public var commands: [String]
}

/// What has become of an item's parts since it was set aside, which says what would be refused by now.
public struct CureCircumstances: Hashable, Sendable {
  public enum RecordState: Hashable, Sendable {
    case open
    case organized(as: RecordID)
    case deleted
    /// Deleted, and not to be brought back while another record has its recording.
    case replaced(by: RecordID)
  }

  /// Of the record that the item names.
  public var record = RecordState.open
  /// Whether the recording of the record that a duplicate names is gone from the archive, or damaged there.
  public var isDamaged = false
  /// Sidecars of the item that cannot be read.
  public var unreadable: Set<FileName> = []
  /// Its recordings that cannot be kept, where nobody looked when it was set aside.
  public var broken: Set<FileName> = []
  /// Beside broken ones: those that can be kept, and are no records yet.
  public var sound: [Recording] = []
  /// The record of its one recording, made since.
  public var recorded: Recorded?

  public struct Recording: Hashable, Sendable {
    /// In the inbox.
    public var name: FileName
    /// Where it lies now.
    public var path: String

    public init(name: FileName, path: String) {
      self.name = name
      self.path = path
    }
  }

  public struct Recorded: Hashable, Sendable {
    public var id: RecordID
    public var isDeleted: Bool

    public init(id: RecordID, isDeleted: Bool) {
      self.id = id
      self.isDeleted = isDeleted
    }
  }

  public init() {}
}

extension QuarantineCode {
  /// What to do about it where no item is known, with ID in its place.
  public var cure: String {
    let choice = self == .sidecarAmbiguous ? "--recording NAME" : "--sidecar NAME"
    return cure(id: "ID", choices: [choice], hasSidecar: true, record: nil).sentence
  }

  /// `choices` are the options that say which of several files are meant.
  fileprivate func cure(
    id: String, choices: [String], hasSidecar: Bool, record: String?,
    _ circumstances: CureCircumstances = CureCircumstances()
  ) -> QuarantineCure {
    let verb = { (words: String) in "mm-organize quarantine \(words)" }
    let fix = verb("fix \(id) --amount AMOUNT")
    let drop = verb("drop \(id)")
    let retry = verb("retry \(id)")
    let accept = verb("accept \(id)")
    // Without a sidecar there is nothing to accept.
    let (second, without) =
      hasSidecar
      ? ("keep the sidecar's amount without the recording", accept + " --without-audio")
      : ("let it go", drop)
    if let late = cureOfRefused(drop: drop, record: record, circumstances) { return late }
    switch self {
    case .notAudio, .noFrames, .badParameters, .decoderCrashed, .unfinished:
      guard hasSidecar else {
        return QuarantineCure(
          (
            "\(remedy) Or write its amount down by hand, with 'mm-organize add', and let this go",
            [drop]
          ))
      }
      return QuarantineCure(("\(remedy) Or \(second)", [without]), ("or let it go", [drop]))
    case .tooLong:
      return QuarantineCure(
        ("Raise max-duration in moneymom.conf and give it back", [retry]),
        ("or \(second)", [without]))
    case .decoderTimeout:
      return QuarantineCure(
        ("Raise timeout in moneymom.conf and give it back", [retry]), ("or \(second)", [without]))
    case .decoderMemory:
      return QuarantineCure(
        ("Raise the decoder's memory in moneymom.conf and give it back", [retry]),
        ("or \(second)", [without]))
    case .sidecarInvalid:
      return QuarantineCure(
        ("Say what the sidecar was to say, and the recording is kept with that", [fix]),
        ("or let it go", [drop]))
    case .sidecarConflict:
      let chosen = choices.map { verb("fix \(id) \($0)") }
      return chosen.isEmpty
        ? QuarantineCure(("Give the amount yourself", [fix]), ("or let it go", [drop]))
        : QuarantineCure(
          ("Say which sidecar is right", chosen), ("or give the amount yourself", [fix]))
    case .sidecarAmbiguous:
      return QuarantineCure(
        (
          "Say which recording the sidecar is for; the others become records without an amount",
          choices.map { verb("fix \(id) \($0)") }
        ),
        ("or let all of them go", [drop]))
    case .sidecarLate:
      let back = circumstances.record == .deleted
      return QuarantineCure(
        (
          back
            ? "Bring \(record ?? "its record") back, as the sidecar changes it"
            : "Let the sidecar change \(record ?? "its record")", [verb("fix \(id)")]
        ),
        ("or let the sidecar go", [drop]))
    case .digestMismatch:
      return QuarantineCure(
        ("Keep the recording with this sidecar all the same", [verb("fix \(id)")]),
        ("or send both again and let these go", [drop]))
    case .duplicate where circumstances.isDamaged:
      return QuarantineCure(
        (
          "The recording of \(record ?? "the record") is damaged in the archive, or gone: put this copy in its place",
          [accept]
        ))
    case .duplicate:
      return QuarantineCure(("Nothing is missing: let the copy go", [accept]))
    case .duplicateConflict:
      if circumstances.record == .deleted, let record {
        return QuarantineCure(
          ("Bring \(record) back", ["mm-organize restore \(record)"]),
          ("and then let the sidecar change it", [accept]), ("or let the copy go", [drop]))
      }
      return QuarantineCure(
        ("Let the sidecar change \(record ?? "the record")", [accept]),
        ("or keep the record as it is", [drop]))
    case .duplicateDeleted:
      return QuarantineCure(
        ("Bring \(record ?? "the record") back", [accept]), ("or let the copy go", [drop]))
    }
  }

  /// Where the usual cure would be refused; nil where it would not.
  private func cureOfRefused(
    drop: String, record: String?, _ circumstances: CureCircumstances
  ) -> QuarantineCure? {
    switch self {
    case .sidecarLate, .duplicateConflict, .duplicateDeleted:
      if self != .duplicateDeleted, case .organized(let transaction) = circumstances.record {
        return QuarantineCure(
          (
            "\(record ?? "The record") is organised as \(transaction), and no sidecar changes that; compare them",
            ["mm-organize show \(transaction)"]
          ),
          ("then let this go", [drop]))
      }
      if case .replaced(let twin) = circumstances.record {
        return QuarantineCure(
          (
            "\(record ?? "The record") is deleted, and its recording is \(twin) by now; look at that",
            ["mm-organize show \(twin)"]
          ),
          ("then let this go", [drop]))
      }
      return nil
    case .sidecarInvalid, .sidecarConflict, .sidecarAmbiguous, .digestMismatch:
      if let recorded = circumstances.recorded {
        let id = recorded.id
        return recorded.isDeleted
          ? QuarantineCure(
            (
              "The recording was \(id), which is deleted; bring that back",
              ["mm-organize restore \(id)"]
            ),
            ("then let these go", [drop]))
          : QuarantineCure(
            ("The recording is \(id) by now; look at that", ["mm-organize show \(id)"]),
            ("then let these go", [drop]))
      }
      guard !circumstances.broken.isEmpty else { return nil }
      return cureOfBroken(drop: drop, circumstances)
    case .notAudio, .noFrames, .badParameters, .tooLong, .decoderCrashed, .decoderTimeout,
      .decoderMemory, .unfinished, .duplicate:
      return nil
    }
  }

  /// `fix` would refuse all of the recordings where one is broken, so each of the others is kept by itself.
  private func cureOfBroken(drop: String, _ circumstances: CureCircumstances) -> QuarantineCure {
    let broken = circumstances.broken.map(\.description).sorted().joined(separator: " and ")
    let write = ["mm-organize add AMOUNT"]
    guard !circumstances.sound.isEmpty else {
      return QuarantineCure(
        ("\(broken) cannot be kept either, so write the amount down", write),
        ("then let these go", [drop]))
    }
    let kept = circumstances.sound.map { file in
      (
        words: "keep \(file.name) by itself",
        commands: ["mm-organize add AMOUNT --audio \(file.path.shellWord)"]
      )
    }
    return QuarantineCure(
      [("\(broken) cannot be kept, so write its amount down", write)] + kept
        + [("then let these go", [drop])])
  }

  /// What helps outside these programs.
  private var remedy: String {
    switch self {
    case .decoderCrashed:
      "Convert the recording to WAV or FLAC and drop it into the inbox again."
    case .unfinished: "Send the recording again if it is whole where it came from."
    default: "Look at the file, and send the right one if this is not it."
    }
  }
}

extension QuarantineItem {
  /// What to do about this item, with its ID and names: commands that are not refused in these circumstances.
  public func cure(in circumstances: CureCircumstances) -> QuarantineCure {
    code.cure(
      id: id.description, choices: choices(without: circumstances.unreadable),
      hasSidecar: !names(.sidecar).allSatisfy(circumstances.unreadable.contains),
      record: record?.description, circumstances)
  }

  private func names(_ role: Role) -> [FileName] {
    files.filter { $0.role == role }.map(\.name)
  }

  /// What says which sidecar goes with which recording; first what is named in full after its recording.
  private func choices(without unreadable: Set<FileName>) -> [String] {
    let recordings = names(.recording)
    let sidecars = names(.sidecar).filter { !unreadable.contains($0) }
    func option(_ option: String, _ name: FileName) -> String {
      "--\(option) \(name.description.shellWord)"
    }
    if code == .sidecarAmbiguous {
      return recordings.flatMap { recording in
        sidecars.count < 2
          ? [option("recording", recording)]
          : sidecars.map { option("recording", recording) + " " + option("sidecar", $0) }
      }
    }
    let named = sidecars.filter { sidecar in
      recordings.contains { $0.pairingKey == sidecar.sidecarBase?.pairingKey }
    }
    let others = sidecars.filter { !named.contains($0) }
    return named.map { option("sidecar", $0) }
      + others.flatMap { sidecar in
        recordings.count < 2
          ? [option("sidecar", sidecar)]
          : recordings.map { option("sidecar", sidecar) + " " + option("recording", $0) }
      }
  }
}

extension QuarantineCure {
  /// One whole sentence of its parts, each part with its commands.
  fileprivate init(_ parts: (words: String, commands: [String])...) { self.init(parts) }

  fileprivate init(_ parts: [(words: String, commands: [String])]) {
    sentence =
      parts.map { words, commands in
        "\(words): \(commands.map { "'\($0)'" }.joined(separator: " or "))"
      }.joined(separator: "; ") + "."
    commands = parts.flatMap(\.commands)
  }
}
