import Hashing
import Records

extension SidecarContent {
  /// As it is kept by the rule of its inbox. The digest is that of the kept bytes: one of what was taken out would let
  /// the place be guessed and tried, and the same sidecar sent again comes to the same bytes.
  public func kept(by places: PlaceRule) -> SidecarContent {
    let bytes = places.sidecar(bytes)
    guard bytes != self.bytes, let digest = Digest(bytes: SHA256.hash(bytes)) else { return self }
    return SidecarContent(bytes: bytes, sha256: digest)
  }
}
