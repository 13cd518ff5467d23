import Configuration
import InboxWatch
import Records

/// What a session is to do.
public struct IngestPlan: Sendable {
  public enum Mode: Hashable, Sendable {
    /// Until it is stopped.
    case watch
    /// What is there, with all its waiting times.
    case once
    /// What is there, as if every waiting time were over.
    case onceNow
  }

  public var settings: Settings
  public var mode: Mode
  /// The program that decodes.
  public var decoderProgram: String
  public var zone: TimeZoneRules

  public init(settings: Settings, mode: Mode, decoderProgram: String, zone: TimeZoneRules) {
    self.settings = settings
    self.mode = mode
    self.decoderProgram = decoderProgram
    self.zone = zone
  }

  var sidecars: SidecarReader {
    SidecarReader(
      SidecarContext(
        amounts: AmountReader(
          configured: settings.defaults.currency, decimalMark: settings.defaults.decimalMark),
        zone: zone))
  }

  var decoder: DecoderRules {
    DecoderRules(program: decoderProgram, settings: settings.decoder)
  }

  var limits: DecodingLimits {
    DecodingLimits(timeout: settings.decoder.timeout, longest: settings.decoder.maxDuration)
  }

  func watcher(
    of inbox: InboxSettings, at path: String, remembering memory: (any InboxMemory)?,
    entering entrance: @escaping InboxWatcher.Entrance, time: any Timekeeper
  ) -> InboxWatcher {
    let timing =
      mode == .onceNow
      ? TimingRules.now
      : TimingRules(
        settle: inbox.settle, settleUnleased: inbox.settleUnleased, patience: inbox.patience,
        sidecarWait: inbox.sidecarWait, rescan: inbox.rescan,
        // A single run may be over before.
        suspectRest: mode == .once ? .zero : TimingRules.suspectRest)
    return InboxWatcher(
      path: path, timing: timing, mode: WatchMode(rawValue: inbox.watch.rawValue) ?? .auto,
      isOnce: mode != .watch, time: time, memory: memory, entrance: entrance)
  }
}
