import InboxWatch
import Linux
import Records

/// Takes a file that has been recorded out of its inbox, and nothing else: the name may belong to a newer file
/// by now (invariant 3 and `architecture.md`).
///
/// The file first gets a private, ignored name, so that no later writer can reach it by its old one; then it is
/// compared with what was recorded, with a lease so that no writer still has it open; then it is unlinked. If
/// anything differs it gets a public name back and is judged anew.
struct InboxRemoval: Sendable {
  enum Outcome: Hashable, Sendable {
    case removed
    /// Somebody else has removed it.
    case gone
    /// A newer content has the name: it stays, under this name.
    case kept(as: FileName)
    /// The system refuses; tried again later.
    case failed(SystemError)
  }

  let name: FileName
  let privateName: FileName
  let identity: FileIdentity

  /// A new private name. It begins with a point, so that every watcher ignores it, and ends with as much of the old
  /// name as fits, so that it can be given back without a row.
  static func makePrivateName(_ unique: UUID, for name: FileName) -> FileName {
    let start = Array("\(privateStart)\(unique)-".utf8)
    return FileName(bytes: start + name.bytes.suffix(255 - start.count))
  }

  /// What is left of the old name in a private one.
  static func publicName(of privateName: PathBytes) -> FileName {
    let rest = privateName.bytes.dropFirst(privateStart.utf8.count + 37)
    return rest.isEmpty
      ? FileName(bytes: Array("recovered".utf8) + privateName.bytes) : FileName(bytes: Array(rest))
  }

  static func isPrivate(_ name: PathBytes) -> Bool {
    name.bytes.starts(with: privateStart.utf8)
  }

  private static let privateStart = NameRule.privatePrefix

  func perform(in folder: borrowing Descriptor) -> Outcome {
    do throws(SystemError) {
      // A look first: a newer file is left in peace where it can be.
      guard try folder.status(of: PathBytes(name.bytes)).identity == identity else {
        return .kept(as: name)
      }
      try folder.renameWithoutReplacing(
        PathBytes(name.bytes), to: PathBytes(privateName.bytes), in: folder)
    } catch {
      guard error.code == .notFound else { return .failed(error) }
      // Its name is free; an earlier attempt may have got as far as the private one.
    }
    return finish(in: folder)
  }

  /// The second half, from the private name on; start-up finishes here what a crash left.
  func finish(in folder: borrowing Descriptor) -> Outcome {
    do throws(SystemError) {
      guard try isUntouched(in: folder) else { return try giveBack(in: folder) }
      try folder.unlink(PathBytes(privateName.bytes))
      return .removed
    } catch {
      return error.code == .notFound ? .gone : .failed(error)
    }
  }

  private func isUntouched(in folder: borrowing Descriptor) throws(SystemError) -> Bool {
    // A link or a device that took the name is not ours; no need to open it.
    guard try folder.status(of: PathBytes(privateName.bytes)).identity == identity else {
      return false
    }
    let file = try Descriptor(
      opening: PathBytes(privateName.bytes), in: folder, [.read, .noFollow, .nonBlocking])
    // A writer who opened the file under its old name and has written nothing yet still looks the same by
    // its identity; only the lease tells.
    do throws(Descriptor.LeaseRefusal) {
      try file.takeReadLease()
    } catch {
      guard error == .unavailable else { return false }
      return try file.status().identity == identity
    }
    return try file.status().identity == identity && !file.hasBrokenLease
  }

  /// The same with what the system says as an outcome.
  func givenBack(in folder: borrowing Descriptor) -> Outcome {
    do throws(SystemError) { return try giveBack(in: folder) } catch {
      return error.code == .notFound ? .gone : .failed(error)
    }
  }

  /// Under its own name, or a free one beside it when a newer file has taken that.
  func giveBack(in folder: borrowing Descriptor) throws(SystemError) -> Outcome {
    for candidate in FreeName.candidates(for: name) {
      do throws(SystemError) {
        try folder.renameWithoutReplacing(
          PathBytes(privateName.bytes), to: PathBytes(candidate.bytes), in: folder)
        return .kept(as: candidate)
      } catch  where error.code == .exists {
        continue
      }
    }
    return .failed(SystemError(.exists, "renameat2", on: name.description))
  }
}
