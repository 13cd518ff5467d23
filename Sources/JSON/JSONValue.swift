/// A JSON value (RFC 8259) that loses nothing: numbers keep their text, objects their order.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The number as it is written, in the grammar of RFC 8259, section 6.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(String(value)) }

  /// A string, or null for nil.
  public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
  public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
  /// A number that is a whole 64-bit integer in plain digits.
  public var integer: Int64? { if case .number(let text) = self { Int64(text) } else { nil } }
}

/// The members of an object in order. Keys are unique; setting one that is there keeps its place.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  public struct Member: Hashable, Sendable {
    public let key: String
    public var value: JSONValue
  }

  public private(set) var members: [Member] = []

  public init() {}

  /// The keys must differ; the reader has made sure.
  init(uniqueMembers: [Member]) { members = uniqueMembers }

  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// Its members with other values, in their order; those that get none are left out.
  public func compactMapValues(_ value: (Member) -> JSONValue?) -> JSONObject {
    JSONObject(
      uniqueMembers: members.compactMap { member in
        value(member).map { Member(key: member.key, value: $0) }
      })
  }

  public subscript(key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      if let index = members.firstIndex(where: { $0.key == key }) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append(Member(key: key, value: newValue))
      }
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
