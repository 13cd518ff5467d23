/// What a sidecar says (`inbox.md`, "The sidecar").
public struct Sidecar: Hashable, Sendable {
  public var fields = RecordFields()
  /// The fields that it carries and that could be read; a null or blank value is not carried.
  public var given: Set<Field> = []
  public var review: [ReviewNote] = []
  /// The digest of the recording that it belongs to.
  public var sha256: Digest?
  /// The writer's own identifier.
  public var writerID: String?

  public init() {}
}

/// What a sidecar needs to know of the configuration to be read.
public struct SidecarContext: Sendable {
  public var amounts: AmountReader
  public var zone: TimeZoneRules

  public init(amounts: AmountReader, zone: TimeZoneRules) {
    self.amounts = amounts
    self.zone = zone
  }
}
