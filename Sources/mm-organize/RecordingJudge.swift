import CommandLineTool
import Ingest
import Linux
import Organizing
import Records
import Storage

/// Judges a recording that lies somewhere outside an inbox as the daemon judges one in it.
struct RecordingJudge {
  let context: Context
  private let judge: FileJudge

  init(_ context: Context) throws(Failure) {
    self.context = context
    let decoder: String
    do throws(SystemError) {
      decoder = DecoderLocation.find(near: try CurrentProcess.executablePath())
    } catch { throw Failure(.internalFault, "executable", error.description) }
    let settings = context.settings.decoder
    judge = FileJudge(
      rules: DecoderRules(program: decoder, settings: settings),
      limits: DecodingLimits(timeout: settings.timeout, longest: settings.maxDuration))
  }

  /// Whether a recording is known to be one that cannot be kept. One that cannot be looked at now is not, nor one of which
  /// the decoder says nothing: both may pass.
  func isBroken(_ path: String) -> Bool {
    guard let file = try? NamedFile(at: path, copyingInto: nil, at: context.now) else {
      return false
    }
    do throws(FileRefusal) { _ = try judge.judge(file.content) } catch { return error.code != nil }
    return false
  }

  /// Copied into the archive of the store, unless this is a dry run or there is no store.
  func judged(
    _ path: String, _ store: Store?, keeping places: PlaceRule
  ) throws(Failure) -> JudgedFile {
    let archive = context.isDryRun ? nil : store.map(AudioArchive.init(of:))
    let file: NamedFile
    do throws(NamedFileError) {
      file = try NamedFile(at: path, copyingInto: archive, at: context.now)
    } catch { throw Failure(error) }
    do throws(FileRefusal) {
      return JudgedFile(file, try judge.judge(file.content), keeping: places)
    } catch { throw Failure(error) }
  }
}
