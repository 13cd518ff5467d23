import Linux
import Records

/// What the ledger knows of one name.
struct LedgerEntry {
  enum State: Hashable {
    case present
    /// Part of an offer that is not concluded.
    case offered(UInt64)
    /// Taken, and still there: it is on its way out, or stays for good.
    case done
  }

  let rule: NameRule
  var identity: FileIdentity
  /// Of its inode (ctime).
  var changed: Instant
  /// When it was there for all that is known; a file that a scan finds is as old as its inode.
  var arrived: SteadyTime
  var story = WaitingStory()
  var stillness: Stillness
  var state = State.present
  /// Offered, and meanwhile gone or no longer what was offered.
  var isGone = false
  var isReplaced = false
  var isSuspect = false
  /// When its turn comes among the suspects of an earlier run; 0 for one of this run.
  var suspectTurn = 0
  var isUngrouped = false
  /// When the last file that it was grouped with went away.
  var partnerLeft: SteadyTime?
  /// The number of its group; 0 while it is done.
  var group = 0
  /// The last scan that saw it.
  var scan: UInt32
}

/// One group of names, and where it stands.
struct LedgerGroup {
  enum Stage: Hashable {
    /// Looked at again when it is due.
    case scheduled
    /// Still for all that is known; its leases are to be asked for.
    case ripe
    case offered
  }

  /// What an earlier conclusion asks for.
  enum Hold: Hashable {
    case unfinished(message: String)
    case fault(WaitingCode, message: String, attempts: Int, retry: SteadyTime)
    case forRecording(askAgain: SteadyTime)

    var isFault: Bool {
      if case .fault = self { true } else { false }
    }
  }

  struct Waiting: Hashable {
    var code: WaitingCode
    var since: SteadyTime
    /// Nil for the code's own sentence.
    var message: String?
  }

  let names: Pairing.Group
  var stage = Stage.scheduled
  var due: SteadyTime
  var hold: Hold?
  var waiting: Waiting?
}
