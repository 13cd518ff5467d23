import CommandLineTool
import LineEditing
import Linux
import Organizing
import Playback
import Records
import Text

/// Plays the recordings of a record in the loop, until they are over or a key is pressed.
struct LoopPlayer {
  let context: Context
  init(_ context: Context) { self.context = context }

  enum Ending {
    /// With what there is to say, if anything.
    case heard(String?)
    case signal(Int32)
  }

  func play(_ form: RecordForm, _ dialog: TerminalDialog) throws(Failure) -> Ending {
    let sounds: [PlayedSound]
    var commands: [PlayerCommand] = []
    do throws(Failure) {
      sounds = try PlayedSounds(context).of(form.id)
      let choice = PlayerChoice(context.settings.display)
      for sound in sounds {
        do throws(PlayerRefusal) { commands.append(try choice.player(for: sound.kind)) } catch {
          throw Failure(error)
        }
      }
    } catch { return .heard(error.sentences) }
    // A player may end well and say why nothing was heard.
    var words: [String] = []
    for (sound, command) in zip(sounds, commands) {
      try context.output.line("playing \(sound.title.visible); any key stops it")
      do throws(PlaybackError) {
        let (ending, said) = try hear(command, context.paths.absolute(sound.path), dialog)
        switch ending {
        case .finished?:
          if !said.isEmpty { words.append("\(command.program) said: \(said)") }
        case .interrupted(TerminalKeys.interrupt)?: return .heard(nil)
        case .interrupted(let number)?: return .signal(number)
        case nil:
          // The key that has stopped it means nothing else.
          if case .signal(let number) = dialog.readKey() { return .signal(number) }
          return .heard(nil)
        }
      } catch { return .heard(error.description) }
    }
    return .heard(words.isEmpty ? nil : words.joined(separator: " "))
  }

  /// No ending where a key has stopped it; and what the player wrote.
  private func hear(
    _ command: PlayerCommand, _ file: String, _ dialog: TerminalDialog
  ) throws(PlaybackError) -> (Playback.Ending?, said: String) {
    var playback = try Playback(command, of: file, isQuiet: true, hasKeys: false)
    let ending = try dialog.withKeys { keys throws(PlaybackError) in
      try playback.wait(orKeyOf: keys)
    }
    if ending == nil { playback.stop() }
    return (ending, playback.said)
  }
}

extension Failure {
  /// What is wrong, and what to do.
  var sentences: String { ([message] + (hint.map { [$0] } ?? [])).joined(separator: " ") }
}
