import Records
import Storage

/// The inboxes in which files stay that were taken.
struct KeptInboxes: Sendable {
  /// Those that must not be emptied (`after = keep`).
  let staying: Set<String>
  /// Those that once were: what was taken then leaves, once it is seen that the store has it.
  let former: Set<String>
  private let files: [String: KeptFiles]

  init(
    keeping: [String], of inboxes: [String], paths: StorePaths, places: PlaceRules
  ) throws(StoreError) {
    staying = Set(keeping)
    var former: Set<String> = []
    var files: [String: KeptFiles] = [:]
    for inbox in inboxes {
      let known = try KeptFiles(paths: paths, places: places)
      if !keeping.contains(inbox) {
        let isFormer = try known.read { reader throws(StoreError) in
          try reader.keepsFiles(inbox: inbox)
        }
        guard isFormer else { continue }
        former.insert(inbox)
      }
      files[inbox] = known
    }
    self.former = former
    self.files = files
  }

  func stays(_ inbox: String) -> Bool { staying.contains(inbox) }

  /// What a watcher need not offer; nil where everything is to be looked at.
  func memory(of inbox: String) -> KeptFiles? { stays(inbox) ? files[inbox] : nil }

  /// Nil where nothing was ever taken that stayed.
  func files(of inbox: String) -> KeptFiles? { files[inbox] }
}
