import Hashing
import Linux
import Records
import Storage
import TestSupport

/// A store in a folder of its own, which goes when the last reference to it does.
final class SampleStore {
  let folder = TemporaryFolder()
  let paths: StorePaths
  let store: Store

  init() throws {
    paths = StorePaths(root: folder["store"])
    store = try Store(at: paths, .createIfMissing)
  }

  /// One transaction with one operation.
  @discardableResult
  func change<Result>(
    _ kind: OperationKind = .capture, at: Instant = Sample.noon,
    _ body: (StoreWriter) throws -> Result
  ) throws -> Result {
    try store.write { writer in
      try writer.operation(kind, by: .organize, at: at) { try body(writer) }
    }
  }
}

enum Sample {
  /// 2026-11-30T12:00:00Z.
  static let noon = Instant(seconds: 1_796_040_000)

  static func tag(_ name: String) -> Tag { Tag(storedName: name, key: name.lowercased()) }

  static func twd(_ minorUnits: Int64) -> Money? {
    Money(minorUnits: minorUnits, currency: .twd)
  }

  static func uuid(_ seed: Int) -> UUID { UUID(high: 0x7000, low: UInt64(seed)) }

  static func digest(_ seed: Int) throws -> Digest {
    guard let digest = Digest(bytes: SHA256.hash(Array("\(seed)".utf8))) else {
      throw Missing.value
    }
    return digest
  }

  static func sidecar(_ text: String) throws -> SidecarContent {
    let bytes = Array(text.utf8)
    guard let digest = Digest(bytes: SHA256.hash(bytes)) else { throw Missing.value }
    return SidecarContent(bytes: bytes, sha256: digest)
  }

  /// A recording in the archive, as far as the rows say; each seed is another content.
  static func recording(_ seed: Int) throws -> NewRecording {
    NewRecording(
      uuid: uuid(seed), sha256: try digest(seed), path: "audio/2026/11/\(uuid(seed)).wav",
      bytes: 134_444,
      report: AudioReport(
        format: "wav", codec: "pcm_s16", sampleRate: 16_000, channels: 1, frames: 67_200,
        claimedFrames: 67_200, peak: -120, rms: -2_010,
        waveform: [UInt8](repeating: 7, count: 200),
        texts: [AudioReport.TextTag(key: "title", value: "lunch")]))
  }

  static func lunch(_ seed: Int) throws -> NewQuickRecord {
    NewQuickRecord(
      uuid: uuid(1000 + seed),
      fields: RecordFields(
        amount: twd(12_000), tags: [tag("Food"), tag("lunch")], type: .expense,
        capturedAt: Moment.time(
          Timestamp(Instant(seconds: noon.seconds + Int64(seed)), offset: 8 * 3600)),
        place: Place(
          name: "Ice Monster", coordinates: Coordinates(latitude: "25.0330", longitude: "121.5654"))
      ),
      sources: [.amount: .sidecar, .capturedAt: .sidecar], recording: try recording(seed),
      sidecar: try sidecar(#"{"amount": 120, "seed": \#(seed)}"#), inbox: "/inbox",
      sourceName: FileName("lunch\(seed).wav"), createdAt: noon)
  }

  static func transaction(of id: RecordID, _ fields: RecordFields) -> NewTransaction {
    NewTransaction(
      uuid: uuid(9000 + Int(id.number)), fields: fields,
      occurredAt: .time(Timestamp(noon, offset: 8 * 3600)), quickRecords: [id],
      sources: [.amount: .sidecar, .type: .user], createdAt: noon)
  }

  enum Missing: Error { case value }
}

/// The reason why the store refused, nil where it did not or failed otherwise.
func refusal<Result>(_ body: () throws -> Result) -> Refusal? {
  do {
    _ = try body()
    return nil
  } catch StoreError.refused(let refusal) {
    return refusal
  } catch { return nil }
}
