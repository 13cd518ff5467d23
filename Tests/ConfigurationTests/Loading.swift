import Configuration
import TestSupport

/// Surroundings with these variables only, working in `/there`.
func around(_ variables: [String: String] = [:], home: String? = "/homes/mom") -> Surroundings {
  Surroundings(
    variables: { variables[$0] }, variableNames: { Array(variables.keys) }, home: home,
    workingDirectory: "/there")
}

/// The settings by a file with this text.
func loaded(
  _ text: String, _ variables: [String: String] = [:], store: String? = nil,
  inboxes: [String] = []
) throws -> Settings {
  let folder = TemporaryFolder()
  writeFile(folder["moneymom.conf"], text)
  return try Settings.load(
    SettingOptions(config: folder["moneymom.conf"], store: store, inboxes: inboxes),
    in: around(variables))
}
