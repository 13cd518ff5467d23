import Records
import Storage

/// What correcting the sidecar of something set aside comes to: which recordings become records, and what sidecar each
/// of them has.
public struct QuarantineFix {
  struct Part {
    let recording: QuarantineItem.File
    let sidecar: QuarantinedSidecar?
  }

  static let codes: Set<QuarantineCode> = [
    .sidecarInvalid, .sidecarConflict, .sidecarAmbiguous, .sidecarLate, .digestMismatch,
  ]

  public let item: QuarantineItem
  /// The recording that the sidecar is for comes first, then those that were set aside with it. Empty for a sidecar alone.
  let parts: [Part]
  /// The one that is right, with what is given instead; nil where none can be read.
  let sidecar: QuarantinedSidecar?
  let changes: FieldChanges

  /// The recordings to be judged, in this order.
  public var recordings: [QuarantineItem.File] { parts.map(\.recording) }

  /// The names are those of the inbox, as they are shown.
  init(
    of item: QuarantineItem, sidecars: [QuarantinedSidecar], recording: String?, sidecar: String?,
    _ changes: FieldChanges
  ) throws(CureRefusal) {
    guard QuarantineFix.codes.contains(item.code) else {
      throw CureRefusal(.otherCure(verb: "fix"), item)
    }
    let named = try sidecar.map { name throws(CureRefusal) in
      guard let found = sidecars.first(where: { $0.file.isNamed(name) }) else {
        throw CureRefusal(.noSuchFile(name), item)
      }
      guard found.sidecar != nil else {
        throw CureRefusal(.unreadable(sidecar: found.file.name), item)
      }
      return found
    }
    let only = sidecars.count == 1 ? sidecars.first : nil
    let right = named ?? only.flatMap { $0.sidecar == nil ? nil : $0 }
    if right == nil, changes == FieldChanges() { throw CureRefusal(.nothingGiven, item) }
    let recordings = item.files.filter { $0.role == .recording }
    let chosen = try QuarantineFix.choose(recordings, recording, named, item)
    self.item = item
    self.sidecar = right
    self.changes = changes
    parts =
      (chosen.map { [Part(recording: $0, sidecar: right)] } ?? [])
      + recordings.filter { $0 != chosen }.map { other in
        let own = sidecars.first { $0 != right && $0.sidecar != nil && $0.isNamedAfter(other) }
        return Part(recording: other, sidecar: own)
      }
  }

  private static func choose(
    _ recordings: [QuarantineItem.File], _ name: String?, _ sidecar: QuarantinedSidecar?,
    _ item: QuarantineItem
  ) throws(CureRefusal) -> QuarantineItem.File? {
    if let name {
      guard let found = recordings.first(where: { $0.isNamed(name) }) else {
        throw CureRefusal(.noSuchFile(name), item)
      }
      return found
    }
    if recordings.count < 2 { return recordings.first }
    guard let found = recordings.first(where: { sidecar?.isNamedAfter($0) == true }) else {
      throw CureRefusal(.severalRecordings, item)
    }
    return found
  }
}

extension QuarantineItem.File {
  fileprivate func isNamed(_ text: String) -> Bool {
    name.description == text || name == FileName(text)
  }
}

extension QuarantinedSidecar {
  /// `lunch.wav.json` is named after `lunch.wav`.
  fileprivate func isNamedAfter(_ recording: QuarantineItem.File) -> Bool {
    file.name.sidecarBase?.pairingKey == recording.name.pairingKey
  }
}
