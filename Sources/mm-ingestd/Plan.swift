import CommandLineTool
import Configuration
import Ingest
import Linux
import Records

/// The plan of a session from the settings.
enum Plan {
  static func make(
    _ settings: Settings, _ mode: IngestPlan.Mode, _ zone: TimeZoneRules
  ) throws(Failure) -> IngestPlan {
    IngestPlan(
      settings: settings, mode: mode, decoderProgram: try decoderProgram(),
      zone: zone)
  }

  /// The configured zone, else the system's. Once, before anything else runs: it is the whole process's.
  static func zone(_ settings: Settings) -> TimeZoneRules {
    if let name = settings.defaults.timeZone { _ = LocalTime.use(zone: name) }
    return TimeZoneRules { LocalTime.offset(atSecondsSinceEpoch: $0) }
  }

  static func decoderProgram() throws(Failure) -> String {
    do throws(SystemError) {
      return DecoderLocation.find(near: try CurrentProcess.executablePath())
    } catch { throw Failure(.internalFault, "executable", error.description) }
  }
}
