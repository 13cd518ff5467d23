import Hashing
import Linux
import Records
import Storage

/// Has what was set aside judged again in an inbox where its files have stayed: nothing is written there. The item is
/// held until the daemon has judged it, so that at no instant it is on no list.
public struct KeptRetry {
  private let store: Store

  public init(store: Store) { self.store = store }

  /// False where the files of the item left their inbox when it was set aside, or have gone from there since.
  public func retry(_ item: QuarantineItem) throws(ReleaseError) -> Bool {
    do {
      let there = try files(of: item)
      guard !there.isEmpty else { return false }
      try store.write { writer in
        guard try writer.quarantineItem(item.id)?.state == .held else {
          throw StoreError.refused(.notHeld(item.id))
        }
        for file in there { try writer.judgeAgain(file) }
      }
      return true
    } catch { throw refusal(error, item) }
  }

  /// The same without doing it.
  public func canRetry(_ item: QuarantineItem) throws(ReleaseError) -> Bool {
    do { return try !files(of: item).isEmpty } catch { throw refusal(error, item) }
  }

  private func refusal(_ error: any Error, _ item: QuarantineItem) -> ReleaseError {
    if let error = error as? SystemError { return .inbox(item.inbox, error) }
    return .store(error as? StoreError ?? .io(path: store.paths.root, detail: "\(error)"))
  }

  /// As they lie in the inbox; none where not all that is needed is there.
  private func files(of item: QuarantineItem) throws -> [KeptInboxFile] {
    let kept = try store.read { try $0.keptInboxFiles(of: item.id) }
    guard !kept.isEmpty else { return [] }
    let there = try present(kept, in: Descriptor(opening: item.inbox, [.directory]))
    let recordings = item.files.filter { $0.role == .recording }
    let needed = recordings.isEmpty ? item.files : recordings
    return needed.allSatisfy { file in there.contains { $0.sha256 == file.sha256 } } ? there : []
  }

  /// Those that lie in the folder with the content that was taken, as they look now.
  private func present(
    _ kept: [KeptInboxFile], in inbox: borrowing Descriptor
  ) throws -> [KeptInboxFile] {
    let byName = Dictionary(grouping: kept, by: \.name)
    var present: [KeptInboxFile] = []
    for bytes in try inbox.entryNames() {
      let own = FileName(bytes: bytes.bytes)
      let known = PlaceRule.keep.possibleNames(of: own).flatMap { byName[$0] ?? [] }
      guard !known.isEmpty, let found = try content(of: bytes, in: inbox) else { continue }
      for var file in known where found.digests.contains(file.sha256) {
        file.identity = found.identity
        present.append(file)
      }
    }
    return present
  }

  /// Of a sidecar also the digest of what is kept where an inbox drops places. Nil where nothing that could have been taken
  /// has the name; what is there and cannot be read is an error, since it may well be what was taken.
  private func content(
    of name: PathBytes, in inbox: borrowing Descriptor
  ) throws(SystemError) -> (digests: [Digest], identity: FileIdentity)? {
    do throws(SystemError) {
      // Not opened before it is known what it is: a pipe or a link may have the name by now.
      let status = try inbox.status(of: name)
      guard status.kind == .regular else { return nil }
      return try content(of: name, status.identity, in: inbox)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private func content(
    of name: PathBytes, _ identity: FileIdentity, in inbox: borrowing Descriptor
  ) throws(SystemError) -> (digests: [Digest], identity: FileIdentity)? {
    let isSidecar = FileName(bytes: name.bytes).isSidecarName
    if isSidecar, identity.size > SidecarContent.largest { return nil }
    let file = try Descriptor(opening: name, in: inbox, [.read, .noFollow, .nonBlocking])
    var hash = SHA256()
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 262_144)
    var offset: Int64 = 0
    while offset < identity.size {
      let count = try file.fill(&buffer, at: offset)
      if count == 0 { break }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      if isSidecar { bytes += buffer[..<count] }
      offset += Int64(count)
    }
    guard let digest = Digest(bytes: hash.finish()), try file.status().identity == identity else {
      return nil
    }
    guard isSidecar else { return ([digest], identity) }
    let dropped = SidecarContent(bytes: bytes, sha256: digest).kept(by: .drop)
    return ([digest, dropped.sha256], identity)
  }
}
