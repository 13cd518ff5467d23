import Hashing
import TestSupport

/// One thing that is done to the inboxes of the virtual machine, and what must come of it.
struct Step {
  enum Care {
    /// The files and their folder are synchronised before the step is done: from then on nothing may be lost.
    case synchronized
    /// They are renamed into the inbox and no more: they may be lost until the daemon has taken them.
    case hasty
  }

  enum End {
    /// A record; nil is one without an amount.
    case recorded(cents: Int64?)
    case setAside(String)
    /// The record of the step that has this recording gets an amount.
    case revises(step: Int, cents: Int64)
  }

  let number: Int
  let inbox: String
  let name: String
  /// Empty for a sidecar alone.
  let recording: [UInt8]
  let sidecar: String?
  let care: Care
  let end: End

  var digest: [UInt8] { SHA256.hash(recording) }
  var sidecarName: String { "\(name).json" }

  /// Sidecars go first, so that the recording never waits.
  var files: [(name: String, bytes: [UInt8])] {
    (sidecar.map { [(sidecarName, Array($0.utf8))] } ?? [])
      + (recording.isEmpty ? [] : [(name, recording)])
  }
}
