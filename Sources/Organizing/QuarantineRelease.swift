import Linux
import Records
import Storage

/// Gives what was set aside back to its inbox, to be judged again. At no instant are the bytes in neither place
/// (invariant 1): they are durable in the inbox before the item is marked, and leave the quarantine after that.
public struct QuarantineRelease {
  private let store: Store
  private let now: Instant

  public init(store: Store, now: Instant) {
    self.store = store
    self.now = now
  }

  /// Returns the names in the inbox: the old ones, or free ones beside them where one is taken.
  @discardableResult
  public func release(_ item: QuarantineItem) throws(ReleaseError) -> [FileName] {
    let names: [FileName]
    do {
      let inbox = try Descriptor(opening: item.inbox, [.directory])
      let staged = try stage(item, in: inbox)
      do {
        // The write lock is held while the names appear, so that two that retry one item give it back once.
        names = try store.write { writer in
          try writer.operation(.retry, by: .organize, at: now) {
            try writer.setState(item.id, to: .retried)
          }
          return try publish(staged, in: inbox)
        }
      } catch {
        for file in staged { try? inbox.unlink(file.temporary) }
        throw error
      }
    } catch let error as SystemError {
      throw .inbox(item.inbox, error)
    } catch {
      throw .store(error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)"))
    }
    // A folder that stays is a second copy, no more.
    try? QuarantineFolder(of: store).remove(item.uuid)
    return names
  }

  private struct Staged {
    let name: FileName
    let temporary: PathBytes
  }

  /// Copies every file under an ignored name, durably. Sidecars come first, so that a watcher finds the pair together.
  private func stage(
    _ item: QuarantineItem, in inbox: borrowing Descriptor
  ) throws -> [Staged] {
    let folder = QuarantineFolder(of: store)
    var staged: [Staged] = []
    do {
      for file in item.files.sorted(by: { $0.role == .sidecar && $1.role != .sidecar }) {
        let source = try folder.open(file)
        let temporary = PathBytes(".return-\(UUID(milliseconds: now.milliseconds)).part")
        let target = try Descriptor(
          opening: temporary, in: inbox, [.write, .create, .exclusive, .noFollow], mode: 0o660)
        staged.append(Staged(name: file.name, temporary: temporary))
        try copy(source, to: target)
        // A recording that does not say when it was made is dated by this.
        try target.setModified(try source.status().modified)
        try target.synchronize()
      }
    } catch {
      for file in staged { try? inbox.unlink(file.temporary) }
      throw error
    }
    return staged
  }

  private func copy(
    _ source: borrowing Descriptor, to target: borrowing Descriptor
  ) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var offset: Int64 = 0
    while true {
      let count = try source.fill(&buffer, at: offset)
      if count == 0 { return }
      try target.write(Array(buffer[..<count]))
      offset += Int64(count)
    }
  }

  /// Gives every file its name, without replacing. One mark serves all, so that a pair stays a pair where a name is
  /// taken: `lunch (2).wav` with `lunch (2).wav.json`.
  private func publish(
    _ staged: [Staged], in inbox: borrowing Descriptor
  ) throws(SystemError) -> [FileName] {
    var number = 1
    while number < 1000, staged.contains(where: { isTaken($0.name.marked(number), in: inbox) }) {
      number += 1
    }
    for file in staged {
      try inbox.renameWithoutReplacing(
        file.temporary, to: PathBytes(file.name.marked(number).bytes), in: inbox)
    }
    try inbox.synchronize()
    return staged.map { $0.name.marked(number) }
  }

  private func isTaken(_ name: FileName, in inbox: borrowing Descriptor) -> Bool {
    (try? inbox.status(of: PathBytes(name.bytes))) != nil
  }
}

extension FileName {
  /// `lunch (2).wav`, `lunch (2).wav.json`: the mark stands before the first point, where a recording and its sidecar
  /// still have the same bytes. At most 255 bytes.
  fileprivate func marked(_ number: Int) -> FileName {
    guard number > 1 else { return self }
    let point = bytes.dropFirst().firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    let mark = Array(" (\(number))".utf8)
    let rest = bytes[point...].prefix(64)
    return FileName(bytes: bytes[..<point].prefix(255 - mark.count - rest.count) + mark + rest)
  }
}

/// Why an item could not be given back; it stays where it is.
public enum ReleaseError: Error, Hashable, Sendable, CustomStringConvertible {
  case store(StoreError)
  case inbox(String, SystemError)
  /// Its files are not in their inbox any more, and nothing is to be written there.
  case gone(RecordID, inbox: String)

  public var description: String {
    switch self {
    case .store(let error): error.description
    case .inbox(let path, let error):
      "The files cannot be given back to \(path): \(error). They stay in quarantine."
    case .gone(let id, let path):
      "The recording of \(id) is not in \(path) any more as it was, and nothing is written into an inbox with after = keep. It stays in quarantine."
    }
  }
}
