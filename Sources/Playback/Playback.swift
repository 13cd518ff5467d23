import Linux

/// A recording that is being played. Playing ends when its owner lets go of it.
public struct Playback: ~Copyable {
  public enum Ending: Hashable, Sendable {
    case finished
    /// A signal for this program came, and the player has been ended.
    case interrupted(signal: Int32)
  }

  private let player: String
  private var program: AttachedProgram

  /// Starts the player. What it writes to its standard output is dropped where it is to be quiet, else it goes to standard
  /// error; what it writes to its own is kept for the error, should it fail. Where keys are ours to read, it
  /// gets none of them.
  public init(
    _ command: PlayerCommand, of file: String, isQuiet: Bool, hasKeys: Bool = true
  ) throws(PlaybackError) {
    do throws(SystemError) {
      program = try AttachedProgram(
        command.program, command.arguments + [file], isQuiet: isQuiet, hasKeys: hasKeys)
    } catch { throw .unstartable(command.program, error) }
    player = command.program
  }

  /// Returns when the recording is over.
  public mutating func wait() throws(PlaybackError) -> Ending { try ending(program.wait()) }

  /// The same, but nil once a key is pressed: the recording goes on then, and the key is to be read.
  public mutating func wait(
    orKeyOf keys: borrowing TerminalKeys
  ) throws(PlaybackError) -> Ending? {
    guard let ended = program.wait(orKeyOf: keys) else { return nil }
    return try ending(ended)
  }

  private func ending(_ ending: AttachedProgram.Ending) throws(PlaybackError) -> Ending {
    switch ending {
    case .exited(status: 0): return .finished
    case .exited(let status): throw .failed(player, .status(status), said: said)
    case .killed(let signal): throw .failed(player, .signal(signal), said: said)
    case .interrupted(let signal): return .interrupted(signal: signal)
    }
  }

  /// Ends it before its time; that is no failure.
  public mutating func stop() { program.stop() }

  /// The last lines that the player wrote, as one: also one that ended well may have said why nothing was heard.
  public var said: String {
    String(decoding: program.said, as: UTF8.self).split(whereSeparator: \.isNewline).suffix(5)
      .joined(separator: " / ")
  }
}
