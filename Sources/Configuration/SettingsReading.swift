import Records

/// The settings while they are read, from the weakest source to the strongest.
struct SettingsReading {
  private let surroundings: Surroundings
  private var settings: Settings
  /// By section name; the path is empty until it is given.
  private var sections: [(section: String, inbox: InboxSettings, line: Int)] = []
  /// Whether an option or a variable names all that there are.
  private var isReplacingInboxes = false

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    settings = Settings(
      store: StoreSettings(path: ""), inboxes: [], defaults: RecordDefaults(),
      decoder: DecoderSettings(), display: DisplaySettings(), files: FileSettings(), file: nil,
      notices: [])
  }

  /// Takes a whole `moneymom.conf`.
  mutating func read(_ content: [UInt8], named path: String) throws(ConfigurationError) {
    settings.file = path
    let entries: [ConfigurationEntry]
    do throws(LineFault) {
      entries = try ConfigurationText.entries(of: content)
    } catch {
      throw ConfigurationError(error.fault, at: .file(path, line: error.line))
    }
    var seen: Set<[String]> = []
    for entry in entries {
      let origin = SettingOrigin.file(path, line: entry.line)
      do throws(SettingFault) {
        guard let key = entry.key else {
          try open(entry.section, line: entry.line)
          continue
        }
        guard seen.insert([entry.section, key]).inserted else { throw .repeatedKey(key) }
        try take(key, entry.value, of: entry.section, from: origin)
      } catch {
        throw ConfigurationError(error, at: origin)
      }
    }
    for (_, inbox, line) in sections {
      if let name = inbox.name, inbox.path.isEmpty {
        throw ConfigurationError(.inboxWithoutPath(name), at: .file(path, line: line))
      }
    }
  }

  /// `MONEYMOM_STORE` and `MONEYMOM_INBOX` for the folders; any other key by its section and name, as
  /// `MONEYMOM_DEFAULTS_TIME_ZONE`. What is said of `[inbox]` there holds for every inbox.
  mutating func readVariables() throws(ConfigurationError) {
    for section in SettingSection.allCases {
      for key in section.keys {
        let isStore = section == .store && key.name == "path"
        let variable = isStore ? "MONEYMOM_STORE" : variableName(section.rawValue, key.name)
        guard let text = surroundings.variable(variable) else { continue }
        try attempt(.variable(variable)) { (reading) throws(SettingFault) in
          if isStore {
            reading.settings.store.path = try reading.surroundings.resolved(text)
          } else {
            try reading.apply(key, text, from: .variable(variable))
          }
        }
      }
    }
    addStandardInbox()
    for key in InboxSettings.keys where key.name != "path" {
      let variable = variableName("inbox", key.name)
      guard let text = surroundings.variable(variable) else { continue }
      try attempt(.variable(variable)) { (reading) throws(SettingFault) in
        for index in reading.sections.indices {
          try key.apply(text, reading.surroundings, &reading.sections[index].inbox)
        }
      }
    }
    if let text = surroundings.variable("MONEYMOM_INBOX") {
      try replaceInboxes([text], from: .variable("MONEYMOM_INBOX"))
    }
    noteUnknownVariables()
  }

  /// A slip in a name would otherwise be met by silence.
  private mutating func noteUnknownVariables() {
    var known = ["MONEYMOM_STORE", "MONEYMOM_INBOX"]
    for section in SettingSection.allCases {
      for key in section.keys where section != .store || key.name != "path" {
        known.append(variableName(section.rawValue, key.name))
      }
    }
    known += InboxSettings.keys.filter { $0.name != "path" }.map { variableName("inbox", $0.name) }
    for name in surroundings.variableNames().sorted()
    where name.hasPrefix("MONEYMOM_") && !known.contains(name) && surroundings.variable(name) != nil
    {
      settings.notices.append(SettingNotice(origin: .variable(name), cause: .unknownVariable))
    }
  }

  mutating func take(_ options: SettingOptions) throws(ConfigurationError) {
    if let store = options.store {
      try attempt(.option("--store")) { (reading) throws(SettingFault) in
        guard !store.isEmpty else { throw .emptyValue(key: "--store") }
        reading.settings.store.path = try reading.surroundings.resolved(store)
      }
    }
    if !options.inboxes.isEmpty { try replaceInboxes(options.inboxes, from: .option("--inbox")) }
  }

  /// Fills in the folders that nobody named: those that systemd made for the service (systemd.exec(5),
  /// STATE_DIRECTORY), else those of a person.
  consuming func finished() throws(ConfigurationError) -> Settings {
    let state = surroundings.variable("STATE_DIRECTORY")?.split(separator: ":").first.map(
      String.init)
    let home = surroundings.home
    if settings.store.path.isEmpty {
      let data = surroundings.folder("XDG_DATA_HOME", orInHome: ".local/share")
      guard let path = state.map({ "\($0)/store" }) ?? data.map({ "\($0)/moneymom" }) else {
        throw ConfigurationError(.noHome, at: .standard)
      }
      settings.store.path = path
    }
    addStandardInbox()
    for (_, inbox, _) in sections {
      var inbox = inbox
      if inbox.path.isEmpty {
        guard let path = state.map({ "\($0)/inbox" }) ?? home.map({ "\($0)/MoneyMom/Inbox" }) else {
          throw ConfigurationError(.noHome, at: .standard)
        }
        inbox.path = path
      }
      settings.inboxes.append(inbox)
    }
    return settings
  }

  /// `[inbox NAME]` is one more, so the one of `[inbox]` is there without being named, after those that are; whoever has
  /// no home has none.
  private mutating func addStandardInbox() {
    guard !isReplacingInboxes, !sections.contains(where: { $0.section == "inbox" }) else { return }
    let hasFolder = (surroundings.variable("STATE_DIRECTORY") ?? surroundings.home) != nil
    if sections.isEmpty || hasFolder { sections.append(("inbox", InboxSettings(path: ""), 0)) }
  }

  private mutating func open(_ section: String, line: Int) throws(SettingFault) {
    if SettingSection(rawValue: section) != nil
      || sections.contains(where: { $0.section == section })
    {
      return
    }
    guard let name = SettingsReading.inboxName(of: section) else { throw .unknownSection(section) }
    sections.append(
      (section, InboxSettings(name: name.isEmpty ? nil : name, path: ""), line))
  }

  private mutating func take(
    _ key: String, _ value: String, of section: String, from origin: SettingOrigin
  ) throws(SettingFault) {
    guard !section.isEmpty else { throw .outsideSection(key: key) }
    guard !value.isEmpty else { throw .emptyValue(key: key) }
    if let index = sections.firstIndex(where: { $0.section == section }) {
      guard let found = InboxSettings.keys.first(where: { $0.name == key }) else {
        throw .unknownKey(key, section: section, known: InboxSettings.keys.map(\.name))
      }
      try found.apply(value, surroundings, &sections[index].inbox)
      return
    }
    guard let known = SettingSection(rawValue: section) else { throw .unknownSection(section) }
    guard let found = known.keys.first(where: { $0.name == key }) else {
      throw .unknownKey(key, section: section, known: known.keys.map(\.name))
    }
    try apply(found, value, from: origin)
  }

  private mutating func apply(
    _ key: SettingKey<Settings>, _ text: String, from origin: SettingOrigin
  ) throws(SettingFault) {
    try key.apply(text, surroundings, &settings)
    if key.effect == .notYet {
      settings.notices.append(SettingNotice(origin: origin, cause: .noEffect(key: key.name)))
    }
  }

  /// Folders named by an option or a variable stand instead of those of the file. One that the file names
  /// too keeps what the file says of it; the others are as `[inbox]` says.
  private mutating func replaceInboxes(
    _ paths: [String], from origin: SettingOrigin
  ) throws(ConfigurationError) {
    let general = sections.first { $0.section == "inbox" }?.inbox ?? InboxSettings(path: "")
    var replaced: [(section: String, inbox: InboxSettings, line: Int)] = []
    for path in paths {
      try attempt(origin) { (reading) throws(SettingFault) in
        guard !path.isEmpty else { throw .emptyValue(key: "--inbox") }
        let path = try reading.surroundings.resolved(path)
        var inbox = reading.sections.first { $0.inbox.path == path }?.inbox ?? general
        inbox.path = path
        replaced.append(("inbox", inbox, 0))
      }
    }
    sections = replaced
    isReplacingInboxes = true
  }

  private mutating func attempt(
    _ origin: SettingOrigin, _ body: (inout SettingsReading) throws(SettingFault) -> Void
  ) throws(ConfigurationError) {
    do throws(SettingFault) {
      try body(&self)
    } catch {
      throw ConfigurationError(error, at: origin)
    }
  }

  private func variableName(_ section: String, _ key: String) -> String {
    "MONEYMOM_\(section)_\(key)".uppercased().replacing("-", with: "_")
  }

  /// Empty for `inbox`, nil for what is no inbox.
  private static func inboxName(of section: String) -> String? {
    if section == "inbox" { return "" }
    guard section.hasPrefix("inbox ") else { return nil }
    let name = section.dropFirst(6).drop { $0 == " " }
    return name.isEmpty ? nil : String(name)
  }
}
