import Linux
import Records

/// An inbox folder that is open, whatever happens to its path meanwhile. Files are opened relative to it.
///
/// It keeps its file system from being unmounted, so nobody holds one for longer than the memos of one batch.
public final class InboxFolder: Sendable {
  /// The path that it was opened by.
  public let path: String
  public let descriptor: Descriptor
  /// Of the folder itself: its device and inode tell it from another at the same path.
  public let status: FileStatus
  public let fileSystem: FileSystemKind

  public init(opening path: String) throws(SystemError) {
    self.path = path
    descriptor = try Descriptor(opening: path, [.directory])
    status = try descriptor.status()
    fileSystem = FileSystemKind(of: descriptor)
  }
}

extension InboxFolder {
  enum Look: Hashable {
    case found(EntryFacts)
    case gone
    /// The system does not say; what was known of it stands.
    case unknown
  }

  /// What an entry is; a link is itself, never its target.
  func look(at name: FileName) -> Look {
    do throws(SystemError) {
      return .found(
        EntryFacts(name: name, status: try descriptor.status(of: PathBytes(name.bytes))))
    } catch {
      return error.code == .notFound ? .gone : .unknown
    }
  }

  /// Asks for a read lease, gives it back, and makes sure that the file is the one that is meant.
  func probe(_ file: InboxFile) -> RipeLook {
    let probe = lease(file.name)
    switch look(at: file.name) {
    case .found(let facts):
      return facts.identity == file.identity && facts.kind == .regular
        ? .same(probe) : .changed(facts)
    case .gone: return .gone
    case .unknown: return .same(.unavailable)
    }
  }

  private func lease(_ name: FileName) -> LeaseProbe {
    guard
      let file = try? Descriptor(
        opening: PathBytes(name.bytes), in: descriptor, [.read, .noFollow, .nonBlocking]),
      (try? file.status().kind) == .regular
    else { return .unavailable }
    do throws(Descriptor.LeaseRefusal) {
      try file.takeReadLease()
      return .free
    } catch {
      switch error {
      case .openForWriting: return .openForWriting
      case .unavailable: return .unavailable
      }
    }
  }
}
