import Records

/// What both programs are told by options, `MONEYMOM_*` variables, `moneymom.conf` and the defaults, in this order.
/// Every path is absolute; none need exist.
public struct Settings: Hashable, Sendable {
  public var store: StoreSettings
  /// At least one; the first is the one meant where only one can be.
  public var inboxes: [InboxSettings]
  public var defaults: RecordDefaults
  public var decoder: DecoderSettings
  public var display: DisplaySettings
  public var files: FileSettings
  /// The `moneymom.conf` that was read; nil when there is none.
  public var file: String?
  /// What was set and changes nothing.
  public var notices: [SettingNotice]
}

/// `[store]`.
public struct StoreSettings: Hashable, Sendable {
  /// Whether a store on a file system that other machines may use too is used all the same.
  public enum Network: String, Sendable, CaseIterable { case refuse, allow }

  public var path: String
  public var network: Network = .refuse
  /// How long `purge` leaves what was deleted or dropped; nil for ever.
  public var trashRetention: Duration? = .seconds(90 * 86_400)
  /// How long it leaves what is held in quarantine; nil for ever.
  public var quarantineRetention: Duration?

  public init(path: String) { self.path = path }
}

/// `[inbox]` and each `[inbox NAME]`.
public struct InboxSettings: Hashable, Sendable {
  /// How a change in the folder is noticed: `auto` polls only where events do not come.
  public enum Watch: String, Sendable, CaseIterable { case auto, events, poll }
  /// What is done with a second copy of a recording that is in the store.
  public enum Duplicates: String, Sendable, CaseIterable {
    case setAside = "set-aside"
    case discard
  }
  /// What becomes of the files that are recorded or set aside.
  public enum After: String, Sendable, CaseIterable {
    case remove
    /// They stay, and are not taken again: for a folder that must not be emptied.
    case keep
  }

  /// Nil for `[inbox]` and for a folder named by an option.
  public var name: String?
  public var path: String
  /// Quiet time of a file on which a lease can be had.
  public var settle: Duration = .seconds(2)
  /// Quiet time of a file on which no lease can be had.
  public var settleUnleased: Duration = .seconds(10)
  /// Quiet time after which a file that looks unfinished is judged as it stands.
  public var patience: Duration = .seconds(60)
  public var sidecarWait: Duration = .seconds(10)
  public var rescan: Duration = .seconds(60)
  public var watch: Watch = .auto
  public var after: After = .remove
  public var duplicates: Duplicates = .setAside
  /// Whether the store learns where memos were made.
  public var place: PlaceRule = .keep

  public init(name: String? = nil, path: String) {
    self.name = name
    self.path = path
  }
}

/// `[defaults]`: what a memo means when it does not say.
public struct RecordDefaults: Hashable, Sendable {
  public var currency: Currency = .twd
  /// A name that the zone database knows; nil for the system's zone. The program applies it.
  public var timeZone: String?
  public var type: TransactionType = .expense
  public var decimalMark: DecimalMark = .auto

  public init() {}
}

/// `[decoder]`: what the child that opens untrusted audio may use up.
public struct DecoderSettings: Hashable, Sendable {
  /// Whether a decoder that cannot give up all that it should is used all the same.
  public enum Confinement: String, Sendable, CaseIterable {
    case required
    case bestEffort = "best-effort"
  }

  public var confinement: Confinement = .required
  /// For one recording.
  public var timeout: Duration = .seconds(60)
  /// Bytes of address space that a decoder may have.
  public var memory: Int = 512 << 20
  /// A longer recording is set aside.
  public var maxDuration: Duration = .seconds(12 * 3600)
  /// Nil for one per processor.
  public var workers: Int?

  public init() {}
}

/// `[files]`.
public struct FileSettings: Hashable, Sendable {
  /// A CSV file of the names of places with their coordinates; nil for none.
  public var gazetteer: String?

  public init() {}
}

/// `[display]`.
public struct DisplaySettings: Hashable, Sendable {
  /// The eight colours that every terminal has (ECMA-48, SGR 30 to 37), in their order.
  public enum Color: String, Sendable, CaseIterable {
    case black, red, green, yellow, blue, magenta, cyan, white
  }

  public var incomeColor: Color = .green
  public var expenseColor: Color = .red
  /// The program that plays recordings, with its arguments; nil for the first that is found.
  public var player: [String]?

  public init() {}
}
