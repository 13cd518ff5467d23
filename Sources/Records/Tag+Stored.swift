extension Tag {
  /// A tag as a store keeps it; both parts were made by the rule when it was captured.
  public init(storedName name: String, key: String) {
    self.name = name
    self.key = key
  }
}
