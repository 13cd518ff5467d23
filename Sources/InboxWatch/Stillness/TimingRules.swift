/// The waiting times of an inbox, each as its key in `moneymom.conf`.
public struct TimingRules: Hashable, Sendable {
  /// How long a file that can be leased must be unchanged.
  public var settle: Duration
  /// The same where no lease can be had.
  public var settleUnleased: Duration
  /// How long a file that looks unfinished, or a sidecar without a recording, is waited for.
  public var patience: Duration
  /// How long a recording waits for a sidecar.
  public var sidecarWait: Duration
  /// How often the whole folder is read, whatever the events say.
  public var rescan: Duration
  /// How long after the start the suspects of an earlier run are left alone. If one of them ends the daemon again, all
  /// others have had this long.
  public var suspectRest: Duration

  public init(
    settle: Duration = .seconds(2), settleUnleased: Duration = .seconds(10),
    patience: Duration = .seconds(60), sidecarWait: Duration = .seconds(10),
    rescan: Duration = .seconds(60), suspectRest: Duration = TimingRules.suspectRest
  ) {
    self.settle = settle
    self.settleUnleased = settleUnleased
    self.patience = patience
    self.sidecarWait = sidecarWait
    self.rescan = rescan
    self.suspectRest = suspectRest
  }

  /// Not configured: nobody waits for it but what may end the daemon.
  public static let suspectRest = Duration.seconds(10)

  /// Every clock has run out (`--now`). A file that is open for writing still waits.
  public static let now = TimingRules(
    settle: .zero, settleUnleased: .zero, patience: .zero, sidecarWait: .zero, suspectRest: .zero)
}
