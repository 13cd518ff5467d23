/// A field of a record, by its JSON key.
public enum Field: String, Sendable, CaseIterable {
  case amount
  case currency
  case tags
  case capturedAt = "captured_at"
  case place
  case type
  case note
  case id
  case audio
}

/// Where the value of a field came from.
public enum FieldSource: String, Sendable, CaseIterable {
  case sidecar
  case container
  case name
  case fileTime = "file-time"
  case defaults = "default"
  case user
  case imported = "import"
}
