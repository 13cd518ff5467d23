import CommandLineTool
import Configuration
import JSON
import Linux
import Playback
import Records
import Text

/// `play` and `quarantine play`: plays the recording of a record, those of a transaction one after the other, or what was
/// set aside.
struct Play {
  let context: Context
  init(_ context: Context) { self.context = context }

  func run(_ kinds: RecordID.Kind...) throws(Failure) {
    guard let id = try context.ids(kinds).first else { return }
    let sounds = try PlayedSounds(context).of(id)
    let choice = PlayerChoice(context.settings.display)
    // All are looked at before the first is heard.
    let commands = try sounds.map { sound throws(Failure) in
      do throws(PlayerRefusal) { return try choice.player(for: sound.kind) } catch {
        throw Failure(error)
      }
    }
    for (sound, command) in zip(sounds, commands) {
      let words = command.words(for: context.paths.absolute(sound.path))
      if context.isDryRun {
        if !context.isJSON {
          try context.output.line(words.map(\.shellWord).joined(separator: " ").visible)
        }
        continue
      }
      if !context.isJSON { try context.output.line("playing \(id): \(sound.title)") }
      try play(command, sound)
    }
    guard context.isJSON else { return }
    try context.output.write(
      .array(
        zip(sounds, commands).map { sound, command in
          let words = command.words(for: context.paths.absolute(sound.path))
          return [
            "id": .string(id.description), "path": .string(sound.path),
            "command": .array(words.map { .string($0) }),
          ]
        }))
  }

  private func play(_ command: PlayerCommand, _ sound: PlayedSound) throws(Failure) {
    let file = context.paths.absolute(sound.path)
    let start = ContinuousClock.now
    let ending: Playback.Ending
    let said: String
    do throws(PlaybackError) {
      var playback = try Playback(command, of: file, isQuiet: context.isJSON)
      ending = try playback.wait()
      said = playback.said
    } catch { throw Failure(error) }
    // As if the signal had ended this program itself, now that the player is gone.
    if case .interrupted(let signal) = ending { CurrentProcess.end(bySignal: signal) }
    if PlayerWords.tellOfSilence(said, took: ContinuousClock.now - start, of: sound.length) {
      throw Failure(PlaybackError.unheard(command.program, said: said))
    }
    if !said.isEmpty { context.output.note("\(command.program) said: \(said)") }
  }
}

extension PlayerChoice {
  /// Among what is installed.
  init(_ display: DisplaySettings) {
    self.init(wish: display.player) { name in
      name.contains("/") ? (isExecutable(name) ? name : nil) : findProgram(name)
    }
  }
}
