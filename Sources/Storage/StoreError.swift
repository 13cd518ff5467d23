import Linux
import Records
import SQLite

/// Why the store did not do what it was asked. Nothing was changed then.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no store in this folder.
  case notFound(path: String)
  /// The file at the store's place is something else.
  case foreign(path: String, detail: String)
  /// A newer program has made the store.
  case newer(path: String, found: Int, known: Int)
  /// The file is a store, or was one, and cannot be read whole.
  case damaged(path: String, detail: String)
  /// Another daemon has the store; `holder` is what its lock file says.
  case locked(path: String, holder: String?)
  /// Another program kept the write lock for longer than the busy timeout.
  case busy(path: String)
  /// No room on the disk, or the quota is used up.
  case full(path: String)
  case permission(path: String, detail: String)
  /// The folder, or a file in it, is not the one that was opened any more.
  case replaced(path: String, detail: String)
  /// A symbolic link is where a folder of the store must be.
  case linked(path: String)
  /// There are recordings, and no database.
  case bereft(path: String)
  /// The store was opened for reading, or its file system is read-only.
  case readOnly(path: String)
  /// It was not closed, and what its log holds can only be read by who may write beside it.
  case unclosed(path: String)
  /// The store lies on a file system that other machines may use too; `kind` as mount(8) calls it.
  case network(path: String, kind: String?)
  /// Something is there already where a backup was to be restored: `by` is its name.
  case occupied(path: String, by: String)
  /// The system gives this program no more of something.
  case exhausted(path: String, Resource)
  /// The system failed in another way.
  case io(path: String, detail: String)
  /// The database refused a statement: a fault of this program.
  case fault(path: String, detail: String)
  /// The records do not allow it.
  case refused(Refusal)
}

extension StoreError {
  /// What a program may have only so much of.
  public enum Resource: Hashable, Sendable {
    case memory
    case openFiles
    /// Those of all programs together.
    case openFilesInSystem
  }
}

/// What the state of the records does not allow.
public enum Refusal: Error, Hashable, Sendable {
  case noSuchRecord(RecordID)
  /// Organising again; the transaction that there is.
  case alreadyOrganized(RecordID, as: RecordID)
  /// A change of a deleted record.
  case deleted(RecordID)
  /// The same where it cannot be restored as it is, and why.
  indirect case deletedBehind(RecordID, Refusal)
  /// One recording has at most one live quick record (invariant 4).
  case liveTwin(RecordID, twin: RecordID)
  /// A new quick record whose recording has one already.
  case recorded(as: RecordID)
  /// Deleting a quick record whose transaction lives.
  case neededBy(RecordID, transaction: RecordID)
  /// Restoring a transaction whose quick record is deleted.
  case needs(RecordID, quickRecord: RecordID)
  /// Restoring a transaction whose quick records were made open again.
  case reopened(RecordID)
  /// A change of a transaction that was split or merged; what lives of it.
  case superseded(RecordID, by: [RecordID])
  /// Opening again a quick record that has other live transactions.
  case shared(RecordID, quickRecord: RecordID, with: [RecordID])
  /// Restoring a transaction whose money these have, which live.
  case counted(RecordID, in: [RecordID])
  /// Restoring one that was merged, itself or a part of it; what lives of that. Where nothing does, `into` can be restored in
  /// its place, after the quick records that it needs.
  case merged(RecordID, into: RecordID, living: [RecordID], needing: [RecordID] = [])
  /// Another amount or type for a part of a whole.
  case isPart(RecordID, of: RecordID)
  /// Another currency, type or sign for an expense that has a refund, or making it one itself.
  case refunded(RecordID, by: RecordID)
  /// A refund that breaks the rules of refunds.
  case falseRefund(RecordID, of: RecordID, RefundFault, isExpenseDeleted: Bool)
  /// A refund that is an open quick record.
  case notOrganized(RecordID)
  /// A transaction without an amount or without a type.
  case missing(Field, of: RecordID)
  /// Organising records of several currencies into one transaction.
  case mixedCurrencies([RecordID])
  /// The item was given back or dropped before.
  case notHeld(RecordID)
  /// Purging what has not been deleted.
  case notDeleted(RecordID)
  /// Purging what is held in quarantine.
  case held(RecordID)
  /// Purging a record without the one that it belongs to.
  case linked(RecordID, to: RecordID)
  /// Purging the recording of a deleted record, where that of the live one is not whole any more.
  case lastCopy(RecordID, of: RecordID)
  /// Purging what may still lie in an inbox.
  case inInbox(RecordID)
  case noSuchOperation(Int64)
  /// There is no operation left to take back, or to return.
  case nothingToUndo
  case nothingToRedo
  case notUndone(Int64)
  /// Saving a form of a record that something else has changed since it was shown.
  case changedSinceShown(RecordID)
  /// Taking back what was taken back before, by which undo.
  case undoneAlready(Int64, by: Int64)
  /// What cannot be taken back at all.
  case notUndoable(Int64, OperationKind)
  /// Stepping over it would leave records that do not fit together.
  indirect case unfit(Int64, Refusal, isRedo: Bool)
  /// A later operation stands that changed the same records.
  case changedSince(Int64, by: Int64, OperationKind, [RecordID])
  /// Returning what was made of what an earlier operation had left, which is taken back itself.
  case comesAfter(Int64, Int64, OperationKind)
  /// Another record has what the operation would bring back: a recording, or a writer's identifier.
  case inTheWay(Int64)
  /// What was done before something was purged.
  case beforePurge(Int64, purge: Int64)
  /// Taking back the capture of a record that something set aside names.
  case namedBy(RecordID, item: RecordID)
  /// Taking back the making of a transaction that another is a part or a refund of, or was merged into.
  case namedByTransaction(RecordID, RecordID)
}
