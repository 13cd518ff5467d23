import Linux
import Records

/// A key of `moneymom.conf`, declared once: its section, its name, and how its text changes the settings.
struct SettingKey<Target>: Sendable {
  /// `notYet`: the value is checked, and changes nothing in this version.
  enum Effect { case now, notYet }

  let name: String
  let effect: Effect
  let apply: @Sendable (String, Surroundings, inout Target) throws(SettingFault) -> Void

  init(
    _ name: String, _ effect: Effect = .now,
    _ apply:
      @escaping @Sendable (String, Surroundings, inout Target) throws(SettingFault) -> Void
  ) {
    self.name = name
    self.effect = effect
    self.apply = apply
  }
}

/// The keys of the sections that stand once.
enum SettingSection: String, CaseIterable {
  case store, defaults, decoder, display, files, hooks

  var keys: [SettingKey<Settings>] {
    switch self {
    case .store: SettingSection.storeKeys
    case .defaults: SettingSection.defaultsKeys
    case .decoder: SettingSection.decoderKeys
    case .display: SettingSection.displayKeys
    case .files: SettingSection.filesKeys
    case .hooks: SettingSection.hooksKeys
    }
  }

  private static let storeKeys: [SettingKey<Settings>] = [
    SettingKey("path") { text, place, settings throws(SettingFault) in
      settings.store.path = try place.absolute(text)
    },
    SettingKey("network") { text, _, settings throws(SettingFault) in
      settings.store.network = try SettingValue.choice(text)
    },
    SettingKey("trash-retention") { text, _, settings throws(SettingFault) in
      settings.store.trashRetention = try retention(text)
    },
    SettingKey("quarantine-retention") { text, _, settings throws(SettingFault) in
      settings.store.quarantineRetention = try retention(text)
    },
  ]

  private static let defaultsKeys: [SettingKey<Settings>] = [
    SettingKey("currency") { text, _, settings throws(SettingFault) in
      settings.defaults.currency = try SettingValue.currency(text)
    },
    SettingKey("time-zone") { text, _, settings throws(SettingFault) in
      settings.defaults.timeZone = try SettingValue.timeZone(text)
    },
    SettingKey("type") { text, _, settings throws(SettingFault) in
      settings.defaults.type = try SettingValue.choice(text)
    },
    SettingKey("decimal-mark") { text, _, settings throws(SettingFault) in
      settings.defaults.decimalMark = try SettingValue.choice(text)
    },
  ]

  private static let decoderKeys: [SettingKey<Settings>] = [
    SettingKey("confinement") { text, _, settings throws(SettingFault) in
      settings.decoder.confinement = try SettingValue.choice(text)
    },
    SettingKey("timeout") { text, _, settings throws(SettingFault) in
      settings.decoder.timeout = try SettingValue.duration(text, atLeast: .seconds(1), or: "1s")
    },
    SettingKey("memory") { text, _, settings throws(SettingFault) in
      settings.decoder.memory = try SettingValue.size(text)
    },
    SettingKey("max-duration") { text, _, settings throws(SettingFault) in
      settings.decoder.maxDuration = try SettingValue.duration(
        text, atLeast: .seconds(1), or: "1s")
    },
    SettingKey("workers") { text, _, settings throws(SettingFault) in
      settings.decoder.workers =
        text == "cores" ? nil : try SettingValue.count(text, in: 1...256)
    },
  ]

  private static let displayKeys: [SettingKey<Settings>] = [
    SettingKey("language", .notYet) { text, _, _ throws(SettingFault) in
      try SettingValue.choice(text, among: ["auto", "en", "zh-TW"])
    },
    SettingKey("income-color") { text, _, settings throws(SettingFault) in
      settings.display.incomeColor = try SettingValue.choice(text)
    },
    SettingKey("expense-color") { text, _, settings throws(SettingFault) in
      settings.display.expenseColor = try SettingValue.choice(text)
    },
    SettingKey("player") { text, place, settings throws(SettingFault) in
      var words = try SettingValue.words(text)
      guard let program = words.first, words != ["auto"] else {
        settings.display.player = nil
        return
      }
      // A name is looked up on the PATH.
      if program.contains("/") { words[0] = try place.absolute(program) }
      settings.display.player = words
    },
  ]

  private static let filesKeys: [SettingKey<Settings>] = [
    SettingKey("gazetteer") { text, place, settings throws(SettingFault) in
      settings.files.gazetteer = try place.absolute(text)
    },
    SettingKey("accounts", .notYet) { text, place, _ throws(SettingFault) in
      _ = try place.absolute(text)
    },
  ]

  private static let hooksKeys: [SettingKey<Settings>] = [
    SettingKey("on-recorded", .notYet) { _, _, _ throws(SettingFault) in },
    SettingKey("on-quarantined", .notYet) { _, _, _ throws(SettingFault) in },
  ]

  private static func retention(_ text: String) throws(SettingFault) -> Duration? {
    text == "forever" ? nil : try SettingValue.duration(text, atLeast: .zero, or: "0")
  }
}

extension InboxSettings {
  /// The keys of `[inbox]` and of each `[inbox NAME]`.
  static let keys: [SettingKey<InboxSettings>] = [
    SettingKey("path") { text, place, inbox throws(SettingFault) in
      inbox.path = try place.absolute(text)
    },
    SettingKey("settle") { text, _, inbox throws(SettingFault) in
      inbox.settle = try SettingValue.duration(text, atLeast: .zero, or: "0")
    },
    SettingKey("settle-unleased") { text, _, inbox throws(SettingFault) in
      inbox.settleUnleased = try SettingValue.duration(text)
    },
    SettingKey("patience") { text, _, inbox throws(SettingFault) in
      inbox.patience = try SettingValue.duration(text)
    },
    SettingKey("sidecar-wait") { text, _, inbox throws(SettingFault) in
      inbox.sidecarWait = try SettingValue.duration(text, atLeast: .zero, or: "0")
    },
    SettingKey("rescan") { text, _, inbox throws(SettingFault) in
      inbox.rescan = try SettingValue.duration(text, atLeast: .seconds(1), or: "1s")
    },
    SettingKey("watch") { text, _, inbox throws(SettingFault) in
      inbox.watch = try SettingValue.choice(text)
    },
    SettingKey("after") { text, _, inbox throws(SettingFault) in
      inbox.after = try SettingValue.choice(text)
    },
    SettingKey("duplicates") { text, _, inbox throws(SettingFault) in
      inbox.duplicates = try SettingValue.choice(text)
    },
    SettingKey("place") { text, _, inbox throws(SettingFault) in
      inbox.place = try SettingValue.choice(text)
    },
  ]
}
