import Linux
import Records
import Storage

/// An inbox file opened once and read while nobody writes it.
///
/// Never opened for writing, never followed through a link (invariant 5). Where the file system has leases, one is
/// held while the file is read; a writer who comes meanwhile goes on at once, and the file counts as changed.
struct SteadyFile: ~Copyable {
  let identity: FileIdentity
  private let descriptor: Descriptor
  private let isLeased: Bool
  /// When its status last changed, which nobody can put back.
  private let changed: Int64

  /// Opens the entry if it is still the content that was seen.
  init(
    opening name: FileName, expecting expected: FileIdentity, in folder: borrowing Descriptor
  ) throws(IntakeRefusal) {
    let file = try SteadyFile.open(name, in: folder)
    let (isLeased, changed) = try SteadyFile.lease(file, expecting: expected)
    self.isLeased = isLeased
    self.changed = changed
    descriptor = file
    identity = expected
  }

  private static func open(
    _ name: FileName, in folder: borrowing Descriptor
  ) throws(IntakeRefusal) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor(
        opening: PathBytes(name.bytes), in: folder, [.read, .noFollow, .nonBlocking])
    } catch {
      throw IntakeRefusal(opening: error)
    }
  }

  /// Whether a lease could be had, and when the status last changed; a writer, or another content than was seen, is a refusal.
  private static func lease(
    _ file: borrowing Descriptor, expecting expected: FileIdentity
  ) throws(IntakeRefusal) -> (isLeased: Bool, changed: Int64) {
    let status = try SteadyFile.status(of: file)
    guard status.kind == .regular, status.identity == expected else { throw .changed }
    do throws(Descriptor.LeaseRefusal) {
      try file.takeReadLease()
      return (true, status.changed)
    } catch {
      switch error {
      case .openForWriting: throw .openForWriting
      case .unavailable: return (false, status.changed)
      }
    }
  }

  /// Hands every byte over in order, then makes sure that they are one content: the size that was seen, nobody
  /// writing meanwhile, nothing changed since.
  func readToEnd(
    _ body: (UnsafeRawBufferPointer) throws(IntakeRefusal) -> Void
  ) throws(IntakeRefusal) {
    var buffer = [UInt8](repeating: 0, count: Int(min(max(identity.size, 1), 262_144)))
    var offset: Int64 = 0
    while offset < identity.size {
      let count: Int
      do throws(SystemError) {
        count = try descriptor.fill(&buffer, at: offset)
      } catch {
        throw .unreadable(error)
      }
      if count == 0 { throw .changed }
      let result = buffer.withUnsafeBytes { bytes in
        Result { () throws(IntakeRefusal) in
          try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
      }
      try result.get()
      offset += Int64(count)
    }
    let after = try SteadyFile.status(of: descriptor)
    guard after.identity == identity, after.changed == changed, offset == identity.size,
      try isUndisturbed()
    else { throw .changed }
  }

  private func isUndisturbed() throws(IntakeRefusal) -> Bool {
    guard isLeased else { return true }
    do throws(SystemError) { return try descriptor.hasIntactLease() } catch {
      throw .passing(error)
    }
  }

  /// A fault is no change: nothing is known of the file then.
  private static func status(
    of file: borrowing Descriptor
  ) throws(IntakeRefusal) -> FileStatus {
    do throws(SystemError) { return try file.status() } catch { throw .passing(error) }
  }
}

/// Why a file could not be taken just now. Nothing has moved.
enum IntakeRefusal: Error, Hashable, Sendable {
  /// It is no longer there.
  case gone
  /// It is not what was seen: judged anew.
  case changed
  case openForWriting
  /// Longer than the limit for its kind; the reader's own matter.
  case tooLong
  case unreadable(SystemError)
  /// Our side failed: the copy could not be written.
  case uncopied(SystemError)
  case unstored(StoreError)
  /// No descriptor was free, or another passing fault of the system.
  case passing(SystemError)

  init(opening error: SystemError) {
    switch error.code {
    case .notFound: self = .gone
    // A link, a device or a folder took the name: the next look at the folder says what it is.
    case .symbolicLinkLoop, .noDevice, .isDirectory: self = .changed
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: self = .passing(error)
    case .wouldBlock: self = .openForWriting
    default: self = .unreadable(error)
    }
  }
}
