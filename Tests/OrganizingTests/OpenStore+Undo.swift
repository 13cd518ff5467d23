import Exchange
import Hashing
import JSON
import Records
import Storage

@testable import Organizing

extension OpenStore {
  /// A capture with a recording, as far as the rows say; each seed is another content.
  @discardableResult
  func capture(_ fields: RecordFields, recording seed: Int) throws -> RecordID {
    let bytes = SHA256.hash(Array("\(seed)".utf8))
    guard let digest = Digest(bytes: bytes) else { throw Missing.digest }
    let number = try store.read { try $0.archivePaths().count }
    let uuid = UUID(high: 0x7000, low: UInt64(number))
    return try store.write { writer in
      try writer.operation(.capture, by: .ingest, at: OpenStore.noon) {
        try writer.insert(
          NewQuickRecord(
            uuid: uuid, fields: fields, sources: [.amount: .sidecar],
            recording: NewRecording(
              uuid: uuid, sha256: digest, path: "audio/2026/11/\(uuid).wav", bytes: 44,
              report: AudioReport(
                format: "wav", codec: "pcm_s16", sampleRate: 8_000, channels: 1, frames: 800,
                claimedFrames: 800, peak: -100, rms: -2_000,
                waveform: [UInt8](repeating: 7, count: 200))),
            sidecar: SidecarContent(bytes: bytes, sha256: digest), inbox: "/inbox",
            sourceName: FileName("\(seed).wav"), createdAt: OpenStore.noon))
      }
    }
  }

  private enum Missing: Error { case digest }

  /// A late sidecar, as the daemon takes one.
  func revise(_ record: QuickRecord, _ change: (inout RecordFields) -> Void) throws {
    var revision = Revision(of: record)
    change(&revision.fields)
    let changed = revision
    try store.write { writer in
      try writer.operation(.revise, by: .ingest, at: OpenStore.noon) {
        try writer.revise(record.id, changed, at: OpenStore.noon)
      }
    }
  }

  /// The canonical export.
  func export() throws -> JSONValue {
    try store.read { reader in
      JSONExport.document(
        quickRecords: try reader.quickRecords(RecordQuery(.all)),
        transactions: try reader.transactions(RecordQuery(.all)))
    }
  }

  /// Everything that a person can see, deleted records too, with the sidecars, as text.
  func dump() throws -> [String] {
    try store.read { reader in
      var lines: [String] = []
      for state in [RecordQuery(.all), RecordQuery(.deleted)] {
        for record in try reader.quickRecords(state) {
          lines.append(record.json.text())
          lines += try reader.sidecarDigests(of: record.id).map { "\(record.id) \($0)" }
        }
        lines += try reader.transactions(state).map { $0.json.text() }
      }
      return lines
    }
  }
}
