// An amount is money, unclear or absent; and what is money is read again as the same money.

import Records

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  for mark in DecimalMark.allCases {
    let reader = AmountReader(configured: .twd, decimalMark: mark)
    guard case .money(let money, _) = reader.read(.string(text)) else { continue }
    let again = reader.read(.string(money.text(mark)))
    precondition(
      again == .money(money, isCurrencyGiven: true),
      "\(text) is \(money), which is read as \(again)")
  }
  return 0
}
