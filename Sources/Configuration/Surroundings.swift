import Linux

/// What a process finds around it, as a value, so that the rules can be tried with any.
public struct Surroundings: Sendable {
  public var variables: @Sendable (String) -> String?
  /// The names of all variables.
  public var variableNames: @Sendable () -> [String]
  /// Nil for a user without one.
  public var home: String?
  /// Nil when it was removed.
  public var workingDirectory: String?

  public init(
    variables: @escaping @Sendable (String) -> String?,
    variableNames: @escaping @Sendable () -> [String] = { [] }, home: String?,
    workingDirectory: String?
  ) {
    self.variables = variables
    self.variableNames = variableNames
    self.home = home
    self.workingDirectory = workingDirectory
  }

  public static var process: Surroundings {
    Surroundings(
      variables: CurrentProcess.environment, variableNames: CurrentProcess.environmentNames,
      home: CurrentProcess.home,
      workingDirectory: try? canonicalPath("."))
  }

  /// A variable that says something: an empty one counts as not set (XDG Base Directory Specification).
  func variable(_ name: String) -> String? {
    variables(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// An XDG folder, which counts only if it is absolute (XDG Base Directory Specification), else its default
  /// under the home.
  func folder(_ name: String, orInHome fallback: String) -> String? {
    if let path = variable(name), path.hasPrefix("/") { return path }
    return home.map { "\($0)/\(fallback)" }
  }

  /// A path of the file: absolute, or in the home. A daemon has no working directory that anyone knows.
  func absolute(_ path: String) throws(SettingFault) -> String {
    if path.hasPrefix("/") { return tidied(path) }
    guard path.hasPrefix("~") else { throw .relativePath(path) }
    guard path == "~" || path.hasPrefix("~/") else { throw .pathOfOtherUser(path) }
    guard let home else { throw .noHome }
    return tidied(home + path.dropFirst(1))
  }

  /// A path of an option or a variable, which also may be relative to the working directory. A tilde that the
  /// shell left alone, since it stood in quotes, means the home here too.
  func resolved(_ path: String) throws(SettingFault) -> String {
    if path.hasPrefix("/") || path == "~" || path.hasPrefix("~/") { return try absolute(path) }
    guard let workingDirectory else { throw .noWorkingDirectory }
    return tidied("\(workingDirectory)/\(path)")
  }

  /// Without `//`, `/./` and a slash at the end. `..` stays, since it goes where the links before it lead.
  private func tidied(_ path: String) -> String {
    "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
