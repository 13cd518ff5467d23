import CommandLineTool
import LineEditing
import Organizing
import Records
import Storage

/// `edit ID --editor`: the form as a text in the editor of whoever asks.
struct EditText {
  let context: Context
  init(_ context: Context) { self.context = context }

  /// The record afterwards; nil where nothing was changed.
  func run(_ id: RecordID, _ store: Store) throws(Failure) -> Organizer.Edited? {
    let organizer = context.organizer(store)
    let subject = try context.attempt { try store.read { try organizer.subject(id, $0) } }
    let form = RecordForm(
      subject, isOrganizing: false, past: [], rules: context.rules, now: context.now)
    let before = TextForm(form).text
    let editor = try TextEditor(before, name: id.description)
    guard let changed = try ask(editor, form, before) else {
      editor.remove()
      return nil
    }
    do {
      let edited = try organizer.edit(changed, dryRun: context.isDryRun)
      editor.remove()
      return edited
    } catch {
      let failure = Failure(any: error)
      throw Failure(failure.status, failure.code, failure.message, hint: editor.leave())
    }
  }

  /// Until the text can be read, or nobody wants to go on; nil where it is as it was, or is emptied.
  private func ask(
    _ editor: TextEditor, _ form: RecordForm, _ before: String
  ) throws(Failure) -> RecordForm? {
    var given = before
    while true {
      let text = try editor.edit()
      let isEmpty = text.allSatisfy(\.isWhitespace)
      if isEmpty || text == before { return nil }
      do throws(TextForm.Fault) {
        let changed = try TextForm(form).read(text)
        return changed.isTouched ? changed : nil
      } catch {
        // An editor that leaves it as it was, be it by a script or by somebody who gives up, is not started again; nor is
        // any without a word, since a script could go on for ever.
        guard text != given, wantsToGoOn(error) else {
          throw Failure(
            .badData, "form", "Line \(error.line): \(error.message)", hint: editor.leave())
        }
        given = TextForm.text(text, marking: error)
        try editor.replace(given)
      }
    }
  }

  private func wantsToGoOn(_ fault: TextForm.Fault) -> Bool {
    guard Confirmation.isPossible else { return false }
    context.output.note("Line \(fault.line): \(fault.message)")
    return Confirmation.ask("Open the text again?", program: "mm-organize")
  }
}
