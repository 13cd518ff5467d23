/// What to do about something set aside: a whole sentence, and the commands that do it, each to be typed as it stands but
/// for words in capitals.
public struct QuarantineCure: Hashable, Sendable {
  public var sentence: String
  /// The likeliest first; never empty.
  public var commands: [String]
}

extension QuarantineCode {
  /// What to do about it where no item is known, with ID in its place.
  public var cure: String {
    let choice = self == .sidecarAmbiguous ? "--recording NAME" : "--sidecar NAME"
    return cure(id: "ID", choices: [choice], hasSidecar: true, record: nil).sentence
  }

  /// `choices` are the options that say which of several files are meant.
  fileprivate func cure(
    id: String, choices: [String], hasSidecar: Bool, record: String?
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
    switch self {
    case .notAudio, .noFrames, .badParameters, .decoderCrashed, .unfinished:
      guard hasSidecar else {
        return QuarantineCure(
          "\(remedy) Or write its amount down by hand, with 'mm-organize add', and let this go",
          [drop])
      }
      return QuarantineCure("\(remedy) Or \(second)", [without], "or let it go", [drop])
    case .tooLong:
      return QuarantineCure(
        "Raise max-duration in moneymom.conf and give it back", [retry],
        "or \(second)", [without])
    case .decoderTimeout:
      return QuarantineCure(
        "Raise timeout in moneymom.conf and give it back", [retry],
        "or \(second)", [without])
    case .decoderMemory:
      return QuarantineCure(
        "Raise the decoder's memory in moneymom.conf and give it back", [retry],
        "or \(second)", [without])
    case .sidecarInvalid:
      return QuarantineCure(
        "Say what the sidecar was to say, and the recording is kept with that", [fix],
        "or let it go", [drop])
    case .sidecarConflict:
      return QuarantineCure(
        "Say which sidecar is right", choices.map { verb("fix \(id) \($0)") },
        "or give the amount yourself", [fix])
    case .sidecarAmbiguous:
      return QuarantineCure(
        "Say which recording the sidecar is for; the others become records without an amount",
        choices.map { verb("fix \(id) \($0)") },
        "or let all of them go", [drop])
    case .sidecarLate:
      return QuarantineCure(
        "Let the sidecar change \(record ?? "its record"), if that is not organised; a deleted one comes back",
        [verb("fix \(id)")],
        "or let the sidecar go", [drop])
    case .digestMismatch:
      return QuarantineCure(
        "Keep the recording with this sidecar all the same", [verb("fix \(id)")],
        "or send both again and let these go", [drop])
    case .duplicate:
      return QuarantineCure("Nothing is missing: let the copy go", [accept])
    case .duplicateConflict:
      return QuarantineCure(
        "Let the sidecar change \(record ?? "the record"), if that is not organised", [accept],
        "or keep the record as it is", [drop])
    case .duplicateDeleted:
      return QuarantineCure(
        "Bring \(record ?? "the record") back", [accept], "or let the copy go", [drop])
    }
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
  /// What to do about this item, with its ID and names.
  public var cure: QuarantineCure {
    code.cure(
      id: id.description, choices: choices, hasSidecar: !names(.sidecar).isEmpty,
      record: record?.description)
  }

  private func names(_ role: Role) -> [FileName] {
    files.filter { $0.role == role }.map(\.name)
  }

  /// What says which sidecar goes with which recording; first what is named in full after its recording.
  private var choices: [String] {
    let recordings = names(.recording)
    let sidecars = names(.sidecar)
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
  fileprivate init(
    _ first: String, _ firstCommands: [String], _ second: String? = nil,
    _ secondCommands: [String] = []
  ) {
    func quoted(_ commands: [String]) -> String {
      commands.map { "'\($0)'" }.joined(separator: " or ")
    }
    sentence =
      "\(first): \(quoted(firstCommands))"
      + (second.map { "; \($0): \(quoted(secondCommands))" } ?? "") + "."
    commands = firstCommands + secondCommands
  }
}
