import CommandLineTool
import Linux
import Organizing
import Records
import Storage

extension Context {
  /// What the configured gazetteer has; nothing where none is configured.
  func gazetteer() throws(Failure) -> Gazetteer {
    guard let path = settings.files.gazetteer else { return Gazetteer() }
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Descriptor(opening: path, [.read, .nonBlocking])
        .readAll(limit: Context.largestGazetteer)
    } catch {
      throw Failure(
        .badConfiguration, "gazetteer", "The gazetteer \(path) cannot be read: \(error.code).",
        hint: Context.gazetteerHint)
    }
    guard let bytes else {
      throw Failure(
        .badConfiguration, "gazetteer",
        "The gazetteer \(path) is larger than \(Context.largestGazetteer >> 20) MB.",
        hint: "Keep the part of it where you are.")
    }
    do throws(GazetteerFault) { return try Gazetteer(bytes) } catch {
      throw Failure(
        .badConfiguration, "gazetteer", "\(path):\(error.line): \(error)",
        hint: Context.gazetteerHint)
    }
  }

  private static let largestGazetteer = 64 << 20

  private static let gazetteerHint =
    "Its lines are like '\"Café, Paris\",48.8566,2.3522'; moneymom.conf names it: [files] gazetteer = …"
}

/// `40 m`, `1.2 km`, `380 km`.
func distanceText(_ meters: Double) -> String {
  if meters < 995 { return "\(Int((meters / 10).rounded()) * 10) m" }
  let tenths = Int((meters / 100).rounded())
  return tenths < 1000 ? "\(tenths / 10).\(tenths % 10) km" : "\((tenths + 5) / 10) km"
}
