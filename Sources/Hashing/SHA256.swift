import CCrypto

/// SHA-256 (FIPS 180-4) over bytes as they come, by libcrypto, which uses the processor's own instructions.
public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  public init() {
    // Both fail only without memory, or in a libcrypto built without SHA-256.
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("libcrypto has no SHA-256")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    precondition(
      EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1, "libcrypto failed to hash")
  }

  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The 32 bytes of the digest.
  public consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1, "libcrypto failed to hash")
    return digest
  }

  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}
