// Whatever the bytes are, a sidecar is read or refused; what it says can be written and read again, and is the same. Without
// its place it is read as before, and has none.

import JSON
import Records

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let context = SidecarContext(
    amounts: AmountReader(configured: .twd), zone: TimeZoneRules { _ in 28_800 })
  let now = Instant(seconds: 1_796_040_000)
  let kept = PlaceRule.drop.sidecar(bytes)
  guard let sidecar = try? SidecarReader(context).read(bytes, now: now) else {
    precondition(kept.count == bytes.count, "bytes that are no sidecar stay where they are")
    return 0
  }
  if let placeless = try? SidecarReader(context).read(kept, now: now) {
    precondition(placeless.fields.place == nil)
    precondition(placeless.fields.amount == sidecar.fields.amount)
    precondition(PlaceRule.drop.sidecar(kept) == kept, String(decoding: kept, as: UTF8.self))
  } else {
    preconditionFailure(String(decoding: kept, as: UTF8.self))
  }
  if let amount = sidecar.fields.amount {
    let again = AmountReader(configured: .twd).read(.string(amount.description))
    precondition(again == .money(amount, isCurrencyGiven: true), "\(amount) is read as \(again)")
  }
  for tag in sidecar.fields.tags { precondition((1...100).contains(tag.name.count), tag.name) }
  return 0
}
