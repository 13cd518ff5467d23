/// A value as SQLite stores it. Floating point is left out on purpose: nothing here is kept as a float.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])
}

/// What can be bound to a parameter of a statement.
public protocol Bindable {
  var sqlValue: Value { get }
}

extension Value: Bindable {
  public var sqlValue: Value { self }
}

extension Int64: Bindable {
  public var sqlValue: Value { .integer(self) }
}

extension Int: Bindable {
  public var sqlValue: Value { .integer(Int64(self)) }
}

extension Bool: Bindable {
  public var sqlValue: Value { .integer(self ? 1 : 0) }
}

extension String: Bindable {
  public var sqlValue: Value { .text(self) }
}

extension [UInt8]: Bindable {
  public var sqlValue: Value { .blob(self) }
}

extension Optional: Bindable where Wrapped: Bindable {
  public var sqlValue: Value { self?.sqlValue ?? .null }
}
