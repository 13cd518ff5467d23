import Records
import Storage

/// The inboxes in which files stay that were taken.
struct KeptInboxes: Sendable {
  /// Those that must not be emptied (`after = keep`).
  let staying: Set<String>
  /// Those that once were: what was taken then leaves, once it is seen that the store has it.
  let former: Set<String>
  let known: KeptFiles

  init(
    keeping: [String], of inboxes: [String], paths: StorePaths, places: PlaceRules
  ) throws(StoreError) {
    let known = try KeptFiles(paths: paths, places: places)
    staying = Set(keeping)
    former = try known.read { reader throws(StoreError) in
      var former: Set<String> = []
      for inbox in inboxes where !keeping.contains(inbox) {
        if try reader.keepsFiles(inbox: inbox) { former.insert(inbox) }
      }
      return former
    }
    self.known = known
  }

  func stays(_ inbox: String) -> Bool { staying.contains(inbox) }

  /// What a watcher need not offer; nil where everything is to be looked at.
  func memory(of inbox: String) -> KeptFiles? { stays(inbox) ? known : nil }

  /// Nil where nothing was ever taken that stayed.
  func files(of inbox: String) -> KeptFiles? {
    staying.contains(inbox) || former.contains(inbox) ? known : nil
  }
}
