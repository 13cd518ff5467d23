import Records

extension StoreError: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .notFound(let path):
      "There is no store at \(path). Name another with --store, or start mm-ingestd to make one."
    case .foreign(let path, let detail):
      "\(path) is not a Money Mom store: \(detail). It was left as it is. Move it away, or name another store."
    case .newer(let path, let found, let known):
      "\(path) has schema \(found), and this program knows schemas up to \(known). It was left as it is. Install the newer version."
    case .damaged(let path, let detail):
      "\(path) is damaged: \(detail). It was left as it is. Put a backup in its place, or move it away and keep it for repair."
    case .locked(let path, let holder):
      if let holder {
        "Another mm-ingestd (process \(holder)) has the store at \(path). Stop it first."
      } else {
        "Another mm-ingestd has the store at \(path). Stop it first."
      }
    case .busy(let path):
      "Another program is still writing to the store at \(path). Try again in a moment."
    case .full(let path):
      "The disk with the store at \(path) is full. Free some space and try again."
    case .permission(let path, let detail):
      "\(path) may not be used: \(detail). Check its owner and mode, and those of the folders above it."
    case .replaced(let path, let detail):
      "The store at \(path) is not as mm-ingestd has opened it: \(detail). Memos stay in their inboxes until it is back; to go on with what is there now, start mm-ingestd anew."
    case .linked(let path):
      "\(path) is a symbolic link, and none is followed in the place of a store's folder: what it leads to may be gone while its disk is not there. It was left as it is. Put the folder itself in its place; to have recordings on another disk, move the whole store there and name it with --store (or path under [store]), or mount a folder of that disk at this place (mount --bind)."
    case .bereft(let path):
      "\(path) holds recordings and no database: its records.sqlite3 is gone. It was left as it is. Put that file back; or move the folder away and run 'mm-organize restore-backup'; or name another store."
    case .readOnly(let path):
      "The store at \(path) cannot be written. Check its mode, and that its disk is not mounted read-only."
    case .unclosed(let path):
      "\(path) was not closed: its last changes stand in \(path)-wal, and you may not write there, which reading them needs. Whoever owns the store heals it with one 'mm-organize list', and so does a start of mm-ingestd; then try again."
    case .network(let path, let kind):
      "The store at \(path) lies on a file system of the kind \(kind ?? "that other machines use too"), where two machines could damage it. It was left as it is. Keep it on a disk of this machine; or, if only this machine ever uses it, say so in moneymom.conf: network = allow, under [store]."
    case .occupied(let path, let name):
      "\(path) holds \(name) already. It was left as it is. A backup is restored into a folder that is empty or not there: name one with --store."
    case .exhausted(let path, .memory):
      "There is no memory left for the store at \(path). Raise the limit of this program (ulimit -v, LimitAS= or MemoryMax= of the service), or end other programs."
    case .exhausted(let path, .openFiles):
      "This program has as many files open as it may, and none is left for the store at \(path). Raise its limit: ulimit -n, or LimitNOFILE= of the service."
    case .exhausted(let path, .openFilesInSystem):
      "The system has as many files open as it may, and none is left for the store at \(path). Raise the limit: sysctl fs.file-max."
    case .io(let path, let detail):
      "The system failed at \(path): \(detail). Look at the disk and the kernel's log, then try again."
    case .fault(let path, let detail):
      "The store at \(path) refused a change: \(detail). Nothing was changed. Please report this."
    case .refused(let refusal): refusal.description
    }
  }
}

extension Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSuchRecord(let id): "There is no record \(id)."
    case .alreadyOrganized(let id, let transaction):
      "\(id) is already organised as \(transaction)."
    case .deleted(let id): "\(id) is deleted. Restore it first."
    case .deletedBehind(let id, let why): "\(id) is deleted. \(why.description)"
    case .unfit(let number, let why, _):
      "Operation \(number) cannot be stepped over: \(why.description)"
    case .liveTwin(let id, let twin):
      "\(id) cannot be restored, because \(twin) has the same recording. Delete \(twin) first."
    case .recorded(let id): "The recording is already recorded as \(id)."
    case .neededBy(let id, let transaction):
      "\(id) is organised as \(transaction). Delete \(transaction) first."
    case .needs(let id, let quickRecord):
      "\(id) cannot be restored, because its quick record \(quickRecord) is deleted. Restore \(quickRecord) first."
    case .reopened(let id):
      "\(id) cannot be restored, because its quick record was made open again. Organise that anew, or take the reopening back with undo."
    case .superseded(let id, let living):
      "\(id) was split or merged: its money is in \(living.list). Change \(living.count == 1 ? "that" : "those") instead, or take it back with undo."
    case .shared(let id, let quickRecord, let others):
      "\(id) cannot be made open again, because \(quickRecord) is in \(others.list) too. Put them together first: mm-organize merge \(([id] + others).words)"
    case .counted(let id, let living):
      "\(id) cannot be restored, because its money is in \(living.list), which \(living.count == 1 ? "lives" : "live"). \(living.count == 1 ? "Delete that first, or take back" : "Put them together with merge where they are all its parts, else delete them first, or take back") with undo what put it there."
    case .merged(let id, let merged, let living, let needed) where living.isEmpty:
      "\(id) cannot be restored, because its money was put into \(merged), which is deleted. Restore that instead: mm-organize restore \((needed + [merged]).words)"
    case .merged(let id, _, let living, _):
      "\(id) cannot be restored, because its money was put into \(living.list), which \(living.count == 1 ? "lives" : "live"). Take the merge back with undo, or split \(living.count == 1 ? "that" : "those")."
    case .isPart(let id, let whole):
      "\(id) is a part of \(whole), whose parts add up to it, so that its amount, currency and type stay. Put the parts together with merge first, or take the split back with undo."
    case .refunded(let id, let refund):
      "\(refund) is a refund of \(id), which must stay an expense of more than 0 in the same currency, and no refund itself. Say first: mm-organize edit \(refund) --no-refund"
    case .falseRefund(let id, let original, let fault, let isExpenseDeleted):
      fault.sentence(id, of: original, isExpenseDeleted: isExpenseDeleted)
    case .notOrganized(let id):
      "\(id) is open, and only a transaction is a refund. Say it when you organise it: mm-organize organize \(id) --refund-of ID"
    case .missing(let field, let id):
      "\(id) has no \(field.rawValue), which a transaction needs. Give one."
    case .mixedCurrencies(let ids):
      "\(ids.map(\.description).joined(separator: ", ")) have amounts in several currencies, which cannot be added."
    case .notHeld(let id): "\(id) is not in quarantine any more."
    case .notDeleted(let id) where id.kind == .quarantine:
      "\(id) was given back to its inbox, and has nothing that could be purged."
    case .notDeleted(let id): "\(id) is not deleted. Delete it first."
    case .held(let id): "\(id) is held in quarantine. Drop it first."
    case .linked(let id, let other):
      "\(id) belongs to \(other), and can only be purged with it. Delete \(other) too, and name both."
    case .lastCopy(let id, let twin):
      "\(id) has the last whole copy of the recording of \(twin), whose own is damaged or gone. Put that back from a backup first."
    case .inInbox(let id):
      "Its file is not out of the inbox yet, so that \(id) would be recorded anew. Let mm-ingestd finish first."
    case .noSuchOperation(let number): "There is no operation \(number)."
    case .nothingToUndo: "Nothing is left to take back."
    case .nothingToRedo: "There is nothing more that was taken back and could be returned."
    case .changedSinceShown(let id):
      "\(id) was changed meanwhile, by something else; what you gave was not saved."
    case .notUndone(let number): "Operation \(number) stands: it was not taken back."
    case .undoneAlready(let number, let undo):
      "Operation \(number) was taken back already, by operation \(undo)."
    case .notUndoable(let number, let kind):
      switch kind {
      case .undo, .redo:
        "Operation \(number) is itself an \(kind.rawValue)."
      case .retry:
        "Operation \(number) gave files back to their inbox, which cannot be taken back."
      default:
        "Operation \(number) (\(kind.rawValue)) cannot be taken back."
      }
    case .changedSince(let number, let later, let kind, let records):
      "Operation \(number) cannot be stepped over, because operation \(later) (\(kind.rawValue)) has changed \(records.map(\.description).joined(separator: ", ")) since."
    case .comesAfter(let number, let earlier, let kind):
      "Operation \(number) cannot be returned yet: it changed what operation \(earlier) (\(kind.rawValue)) had made, and that was taken back too."
    case .beforePurge(let number, let purge):
      "Operation \(number) cannot be stepped over, because operation \(purge) has purged since what it changed, for good."
    case .namedBy(let id, let item):
      "The capture of \(id) cannot be taken back, because \(item), which was set aside, names it."
    case .namedByTransaction(let id, let other):
      "The making of \(id) cannot be taken back, because \(other) refers to it. Take that back first."
    case .inTheWay(let number):
      "Operation \(number) cannot be stepped over, because another record now has its recording or its identifier."
    }
  }
}

extension [RecordID] {
  fileprivate var list: String { map(\.description).joined(separator: ", ") }
  fileprivate var words: String { map(\.description).joined(separator: " ") }
}
