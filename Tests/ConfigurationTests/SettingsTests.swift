import Configuration
import Linux
import TestSupport
import Testing

@Suite struct SettingsTests {
  @Test("without any source a person's folders and the documented values hold")
  func standard() throws {
    let settings = try Settings.load(in: around(home: "/homes/mom"), systemFile: "/nowhere")
    #expect(settings.file == nil)
    #expect(settings.store.path == "/homes/mom/.local/share/moneymom")
    #expect(settings.inboxes == [InboxSettings(path: "/homes/mom/MoneyMom/Inbox")])
    let inbox = try #require(settings.inboxes.first)
    #expect(inbox.settle == .seconds(2) && inbox.settleUnleased == .seconds(10))
    #expect(inbox.patience == .seconds(60) && inbox.sidecarWait == .seconds(10))
    #expect(inbox.rescan == .seconds(60))
    #expect(settings.defaults.currency.code == "TWD" && settings.defaults.type == .expense)
    #expect(settings.decoder.workers == nil)
    #expect(settings.decoder.confinement == .required && settings.decoder.memory == 512 << 20)
  }

  @Test("XDG_DATA_HOME holds the store, unless it is relative")
  func dataHome() throws {
    let own = around(["XDG_DATA_HOME": "/data"])
    #expect(try Settings.load(in: own, systemFile: "/nowhere").store.path == "/data/moneymom")
    let relative = around(["XDG_DATA_HOME": "data"])
    #expect(
      try Settings.load(in: relative, systemFile: "/nowhere").store.path
        == "/homes/mom/.local/share/moneymom")
  }

  @Test("a service's folders are those that systemd made for it")
  func stateDirectory() throws {
    let service = around(["STATE_DIRECTORY": "/var/lib/moneymom:/var/lib/moneymom/inbox"])
    let settings = try Settings.load(in: service, systemFile: "/nowhere")
    #expect(settings.store.path == "/var/lib/moneymom/store")
    #expect(settings.inboxes.map(\.path) == ["/var/lib/moneymom/inbox"])
  }

  @Test("a user without a home is told what to give")
  func noHome() throws {
    #expect(throws: ConfigurationError(.noHome, at: .standard)) {
      try Settings.load(in: around(home: nil), systemFile: "/nowhere")
    }
    let options = SettingOptions(store: "/s", inboxes: ["/i"])
    #expect(
      try Settings.load(options, in: around(home: nil), systemFile: "/nowhere").store.path == "/s")
  }

  @Test("every value of the file arrives")
  func everyValue() throws {
    let settings = try loaded(
      """
      # a comment
      [store]
      path = ~/Money ; where it lies
      [inbox]
        path = /srv/inbox
        settle = 0
        settle-unleased = 500ms
        patience = 2m
        sidecar-wait = 3s
        rescan = 1h
        watch = poll
        duplicates = discard
      [defaults]
      currency = jpy
      time-zone = UTC
      type = income
      decimal-mark = comma
      [decoder]
      confinement = best-effort
      memory = 1G
      timeout = 30s
      max-duration = 1d
      workers = 3
      [display]
      income-color = blue
      expense-color = magenta
      """)
    #expect(settings.store.path == "/homes/mom/Money")
    var inbox = InboxSettings(path: "/srv/inbox")
    inbox.settle = .zero
    inbox.settleUnleased = .milliseconds(500)
    inbox.patience = .seconds(120)
    inbox.sidecarWait = .seconds(3)
    inbox.rescan = .seconds(3600)
    inbox.watch = .poll
    inbox.duplicates = .discard
    #expect(settings.inboxes == [inbox])
    #expect(settings.defaults.currency.code == "JPY" && settings.defaults.timeZone == "UTC")
    #expect(settings.defaults.type == .income && settings.defaults.decimalMark == .comma)
    #expect(settings.decoder.confinement == .bestEffort && settings.decoder.memory == 1 << 30)
    #expect(settings.decoder.timeout == .seconds(30))
    #expect(settings.decoder.maxDuration == .seconds(86_400) && settings.decoder.workers == 3)
    #expect(settings.display.incomeColor == .blue && settings.display.expenseColor == .magenta)
    #expect(settings.notices == [])
  }

  @Test("each inbox has its own values, and one section without keys counts")
  func severalInboxes() throws {
    let settings = try loaded(
      """
      [inbox phone]
      path = /srv/phone
      settle = 5s
      [inbox]
      [inbox 手機]
      path = /srv/二
      """)
    #expect(settings.inboxes.map(\.name) == ["phone", nil, "手機"])
    #expect(
      settings.inboxes.map(\.path) == ["/srv/phone", "/homes/mom/MoneyMom/Inbox", "/srv/二"])
    #expect(settings.inboxes.map(\.settle) == [.seconds(5), .seconds(2), .seconds(2)])
  }

  @Test("a named inbox is one more: the one that is there by itself stays, after it")
  func namedInboxAlone() throws {
    let text = "[inbox phone]\npath = /srv/phone\nplace = drop\n"
    #expect(try loaded(text).inboxes.map(\.path) == ["/srv/phone", "/homes/mom/MoneyMom/Inbox"])
    #expect(try loaded(text).inboxes.map(\.place) == [.drop, .keep])
    let all = try loaded(text, ["MONEYMOM_INBOX_SETTLE": "9s"])
    #expect(all.inboxes.map(\.settle) == [.seconds(9), .seconds(9)])
    #expect(try loaded(text, ["MONEYMOM_INBOX": "/v"]).inboxes.map(\.path) == ["/v"])
    #expect(try loaded(text, inboxes: ["/o"]).inboxes.map(\.path) == ["/o"])
    let folder = TemporaryFolder()
    writeFile(folder["c.conf"], "[store]\npath = /s\n" + text)
    let homeless = try Settings.load(
      SettingOptions(config: folder["c.conf"]), in: around(home: nil), systemFile: "/nowhere")
    #expect(homeless.inboxes.map(\.path) == ["/srv/phone"])
  }

  @Test("a variable that no setting has is said, since a slip would be met by silence")
  func unknownVariables() throws {
    let settings = try loaded(
      "",
      [
        "MONEYMOM_STOR": "/s", "MONEYMOM_INBOX_PATH": "/i", "MONEYMOM_INBOX_SETTLE": "1s",
        "MONEYMOM_DECODER_WORKERS": "2", "MONEYMOM_BLANK": "", "HOME": "/homes/mom",
      ])
    #expect(
      settings.notices.map(\.description) == [
        "MONEYMOM_INBOX_PATH: No setting has this name, so the variable has no effect.",
        "MONEYMOM_STOR: No setting has this name, so the variable has no effect.",
      ])
  }

  @Test("options beat variables, variables beat the file, the file beats the defaults")
  func precedence() throws {
    let text = "[store]\npath = /file\n[defaults]\ncurrency = EUR\ndecimal-mark = point\n"
    let variables = ["MONEYMOM_STORE": "/variable", "MONEYMOM_DEFAULTS_CURRENCY": "USD"]
    #expect(try loaded(text).store.path == "/file")
    let withVariables = try loaded(text, variables)
    #expect(withVariables.store.path == "/variable")
    #expect(withVariables.defaults.currency.code == "USD")
    #expect(withVariables.defaults.decimalMark == .point)
    #expect(try loaded(text, variables, store: "option").store.path == "/there/option")
  }

  @Test("inboxes named by options stand instead of the file's, with what it says of them")
  func inboxOptions() throws {
    let text = "[inbox]\npath = /a\nsettle = 7s\n[inbox b]\npath = /b\nsettle = 9s\n"
    let settings = try loaded(text, inboxes: ["/b/", "c"])
    #expect(settings.inboxes.map(\.path) == ["/b", "/there/c"])
    #expect(settings.inboxes.map(\.settle) == [.seconds(9), .seconds(7)])
    let variables = ["MONEYMOM_INBOX": "/v", "MONEYMOM_INBOX_SETTLE": "1s"]
    #expect(try loaded(text, variables).inboxes.map(\.path) == ["/v"])
    #expect(try loaded(text, variables).inboxes.map(\.settle) == [.seconds(1)])
    #expect(try loaded(text, variables, inboxes: ["/o"]).inboxes.map(\.path) == ["/o"])
  }

  @Test("a person's file is found before the system's, and the option before both")
  func whichFile() throws {
    let folder = TemporaryFolder()
    let system = folder["system.conf"]
    writeFile(system, "[store]\npath = /system\n")
    let surroundings = around(["XDG_CONFIG_HOME": folder["config"]])
    #expect(try Settings.load(in: surroundings, systemFile: system).store.path == "/system")
    try makeDirectories(folder["config/moneymom"])
    writeFile(folder["config/moneymom/moneymom.conf"], "[store]\npath = /own\n")
    #expect(try Settings.load(in: surroundings, systemFile: system).store.path == "/own")
    let options = SettingOptions(config: system)
    let chosen = try Settings.load(options, in: surroundings, systemFile: "/nowhere")
    #expect(chosen.store.path == "/system" && chosen.file == system)
  }

  @Test("a file that the option names must be there, and be a file")
  func missingFile() {
    let folder = TemporaryFolder()
    #expect(
      throws: ConfigurationError(.fileMissing, at: .file(folder["none.conf"], line: nil))
    ) {
      try Settings.load(SettingOptions(config: folder["none.conf"]), in: around())
    }
    #expect(throws: ConfigurationError.self) {
      try Settings.load(SettingOptions(config: folder.path), in: around())
    }
  }

  @Test("a player is a command with its arguments, and quotes keep spaces")
  func player() throws {
    func player(_ text: String) throws -> [String]? {
      try loaded("[display]\nplayer = \(text)\n").display.player
    }
    #expect(try loaded("").display.player == nil)
    #expect(try player("auto") == nil)
    #expect(try player("mpv --no-video") == ["mpv", "--no-video"])
    #expect(
      try player("'/opt/my player' -t \"a b\"'c' ''") == ["/opt/my player", "-t", "a bc", ""])
    #expect(try player("~/bin/player") == ["/homes/mom/bin/player"])
  }

  @Test("the gazetteer is a file by its whole path, or in one's home")
  func gazetteer() throws {
    #expect(try loaded("").files.gazetteer == nil)
    let settings = try loaded("[files]\ngazetteer = ~/places.csv\n")
    #expect(settings.files.gazetteer == "/homes/mom/places.csv")
    #expect(settings.notices.isEmpty)
    #expect(throws: ConfigurationError.self) { try loaded("[files]\ngazetteer = places.csv\n") }
  }

  @Test("a key that has no effect yet is checked, taken and said")
  func notices() throws {
    let settings = try loaded(
      "[display]\nlanguage = en\n[hooks]\non-recorded = /bin/true\n"
    )
    #expect(
      settings.notices.map(\.cause)
        == ["language", "on-recorded"].map { .noEffect(key: $0) })
    #expect(
      settings.notices.first?.description.hasSuffix(
        "moneymom.conf:2: language has no effect in this version.") == true)
  }

  @Test(
    "what was deleted is left for 90 days and what is held for ever, unless something else is said")
  func retention() throws {
    let usual = try loaded("").store
    #expect(usual.trashRetention == .seconds(90 * 86_400))
    #expect(usual.quarantineRetention == nil)
    let other = try loaded(
      "[store]\ntrash-retention = forever\nquarantine-retention = 30d\n"
    ).store
    #expect(other.trashRetention == nil)
    #expect(other.quarantineRetention == .seconds(30 * 86_400))
  }
}
