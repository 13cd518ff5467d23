import Linux

/// The options that both programs take; nil or empty where one was not given.
public struct SettingOptions: Hashable, Sendable {
  /// `--config FILE`.
  public var config: String?
  /// `--store DIR`.
  public var store: String?
  /// `--inbox DIR`, as often as it was given.
  public var inboxes: [String]

  public init(config: String? = nil, store: String? = nil, inboxes: [String] = []) {
    self.config = config
    self.store = store
    self.inboxes = inboxes
  }
}

extension Settings {
  /// Where the system's own configuration lies.
  public static let systemFile = "/etc/moneymom/moneymom.conf"

  /// Reads no more than the configuration file, and changes nothing.
  public static func load(
    _ options: SettingOptions = SettingOptions(), in surroundings: Surroundings = .process,
    systemFile: String = Settings.systemFile
  ) throws(ConfigurationError) -> Settings {
    var reading = SettingsReading(surroundings)
    if let (path, content) = try chosenFile(options, surroundings, systemFile) {
      try reading.read(content, named: path)
    }
    try reading.readVariables()
    try reading.take(options)
    return try reading.finished()
  }

  /// The first of the files that is there; the one named by the option must be.
  private static func chosenFile(
    _ options: SettingOptions, _ surroundings: Surroundings, _ systemFile: String
  ) throws(ConfigurationError) -> (path: String, content: [UInt8])? {
    if let config = options.config {
      let path: String
      do throws(SettingFault) {
        path = try surroundings.resolved(config)
      } catch {
        throw ConfigurationError(error, at: .option("--config"))
      }
      guard let content = try content(of: path) else {
        throw ConfigurationError(.fileMissing, at: .file(path, line: nil))
      }
      return (path, content)
    }
    let own = surroundings.folder("XDG_CONFIG_HOME", orInHome: ".config")
    for path in [own.map { "\($0)/moneymom/moneymom.conf" }, systemFile] {
      if let path, let content = try content(of: path) { return (path, content) }
    }
    return nil
  }

  /// Nil when there is no such file.
  private static func content(of path: String) throws(ConfigurationError) -> [UInt8]? {
    let limit = 1 << 20
    let read: [UInt8]?
    do throws(SystemError) {
      read = try Descriptor(opening: path, [.read, .nonBlocking]).readAll(limit: limit)
    } catch {
      if error.code == .notFound || error.code == .notDirectory { return nil }
      throw ConfigurationError(
        .fileUnreadable(error.code.description), at: .file(path, line: nil))
    }
    guard let read else {
      throw ConfigurationError(.fileTooLong(limit: limit), at: .file(path, line: nil))
    }
    return read
  }
}
