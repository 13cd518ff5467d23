import Linux
import Records
import Storage

/// Gives what was set aside back to its inbox, to be judged again. The files are copied there whole, then the item is
/// marked, so that at no instant the bytes are in neither place.
public struct QuarantineRelease {
  private let store: Store
  private let now: Instant

  public init(store: Store, now: Instant) {
    self.store = store
    self.now = now
  }

  /// Sidecars go before recordings, so that a watcher finds the pair together. Returns the names in the inbox.
  public func release(_ item: QuarantineItem) throws(ReleaseError) -> [FileName] {
    guard item.state == .held else { throw .store(.refused(.notHeld(item.id))) }
    let folder = QuarantineFolder(of: store)
    var names: [FileName] = []
    do throws(SystemError) {
      let inbox = try Descriptor(opening: item.inbox, [.directory])
      let mark = freeMark(for: item, in: inbox)
      for file in item.files.sorted(by: { $0.role == .sidecar && $1.role != .sidecar }) {
        let source = try open(file, in: folder)
        names.append(try copy(source, as: mark(file.name), to: inbox))
      }
      try inbox.synchronize()
    } catch { throw .inbox(item.inbox, error) }
    do {
      try store.write { writer in
        try writer.operation(.retry, by: .organize, at: now) {
          try writer.setState(item.id, to: .retried)
        }
      }
    } catch {
      throw .store(error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)"))
    }
    return names
  }

  private func open(
    _ file: QuarantineItem.File, in folder: QuarantineFolder
  ) throws(SystemError) -> Descriptor {
    do throws(StoreError) { return try folder.open(file) } catch {
      throw SystemError(.notFound, "openat", on: file.path)
    }
  }

  /// One mark for all files of the item, so that a pair stays a pair where a name is taken: `lunch (2).wav` with
  /// `lunch (2).wav.json`.
  private func freeMark(
    for item: QuarantineItem, in inbox: borrowing Descriptor
  ) -> (FileName) -> FileName {
    for number in 1...1000 {
      let isFree = item.files.allSatisfy { file in
        let name = QuarantineRelease.marked(file.name, number)
        return (try? inbox.status(of: PathBytes(name.bytes))) == nil
      }
      if isFree { return { QuarantineRelease.marked($0, number) } }
    }
    return { $0 }
  }

  private static func marked(_ name: FileName, _ number: Int) -> FileName {
    guard number > 1 else { return name }
    let point = name.bytes.firstIndex(of: UInt8(ascii: ".")) ?? name.bytes.endIndex
    let mark = Array(" (\(number))".utf8)
    let rest = name.bytes[point...].prefix(64)
    return FileName(bytes: name.bytes[..<point].prefix(255 - mark.count - rest.count) + mark + rest)
  }

  /// Under an ignored name, synchronised, then under its own, without replacing.
  private func copy(
    _ source: borrowing Descriptor, as name: FileName, to inbox: borrowing Descriptor
  ) throws(SystemError) -> FileName {
    let temporary = PathBytes(".moneymom-return.part")
    let target = try Descriptor(
      opening: temporary, in: inbox, [.write, .create, .truncate, .noFollow], mode: 0o660)
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var offset: Int64 = 0
    while true {
      let count = try source.fill(&buffer, at: offset)
      if count == 0 { break }
      try target.write(Array(buffer[..<count]))
      offset += Int64(count)
    }
    try target.synchronize()
    try target.close()
    try inbox.renameWithoutReplacing(temporary, to: PathBytes(name.bytes), in: inbox)
    return name
  }
}

/// Why an item could not be given back; it stays where it is.
public enum ReleaseError: Error, Hashable, Sendable, CustomStringConvertible {
  case store(StoreError)
  case inbox(String, SystemError)

  public var description: String {
    switch self {
    case .store(let error): error.description
    case .inbox(let path, let error):
      "The files cannot be given back to \(path): \(error). They stay in quarantine."
    }
  }
}
