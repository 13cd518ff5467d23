// A name is any bytes: what is read out of it is part of it, and it can be shown. Without its place it has none.

import Records

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let name = FileName(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
  if let base = name.sidecarBase {
    precondition(name.bytes.starts(with: base.bytes) && name.isSidecarName)
    // Each belongs to the other however its bytes are composed.
    precondition(base.bytes.isEmpty || name.isSidecar(of: base), name.description)
  }
  precondition(name.bytes.starts(with: name.stem.bytes))
  for scalar in name.description.unicodeScalars {
    precondition(scalar.properties.generalCategory != .control, name.description)
  }
  _ = name.pairingKey
  let report = AudioReport(
    format: "wav", codec: "pcm_s16", sampleRate: 16_000, channels: 1, frames: 16_000)
  let zone = TimeZoneRules { _ in 28_800 }
  var fields = RecordFields()
  var sources: [Field: FieldSource] = [:]
  _ = RecordingFacts(report, name: name, zone: zone, now: Instant(seconds: 1_796_040_000))
    .complete(&fields, &sources, modified: Instant(seconds: 0), zone: zone)
  precondition(fields.amount == nil && fields.capturedAt != nil, name.description)
  let kept = PlaceRule.drop.name(name)
  precondition(GeographicPoint(in: kept) == nil, name.description)
  precondition(PlaceRule.drop.name(kept) == kept && kept.bytes.count == name.bytes.count)
  return 0
}
