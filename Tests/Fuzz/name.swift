// A name is any bytes: what is read out of it is part of it, and it can be shown.

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
  return 0
}
