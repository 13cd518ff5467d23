import JSON

/// Reads the bytes of a sidecar. What is no JSON object is an error; in an object every field stands for itself: one
/// that is unclear stays empty and gets a review note with its text.
public struct SidecarReader: Sendable {
  public let context: SidecarContext

  public init(_ context: SidecarContext) { self.context = context }

  /// `now` decides what lies in the future.
  public func read(_ bytes: [UInt8], now: Instant) throws(SidecarError) -> Sidecar {
    guard !SidecarReader.isBlank(bytes) else { throw .empty }
    let value: JSONValue
    do throws(JSONError) { value = try JSONReader.read(bytes) } catch { throw .json(error) }
    guard let object = value.object else { throw .notAnObject }
    var reading = SidecarReading(context: context, now: now)
    reading.read(object)
    return reading.sidecar
  }

  private static func isBlank(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
  }
}
