import Configuration

/// Which program decodes, and what it is held to.
public struct DecoderRules: Hashable, Sendable {
  /// The path of the program.
  public var program: String
  /// Bytes of address space that it may have.
  public var memory: Int
  public var confinement: DecoderSettings.Confinement
  /// Seconds of processor time for one file.
  public var processorSeconds: Int

  /// The same for the program that decodes what the first does not know. It is installed beside it.
  public var forOtherFormats: DecoderRules {
    var rules = self
    rules.program += "-av"
    return rules
  }

  /// A file gets as much processor time as it gets time, in whole seconds, and one at least.
  public init(program: String, settings: DecoderSettings) {
    self.program = program
    memory = settings.memory
    confinement = settings.confinement
    processorSeconds = max(1, Int(settings.timeout.components.seconds))
  }
}
