import Hashing
import InboxWatch
import Linux
import Records
import Storage

/// Takes files out of an inbox into memory or into the archive; the inbox itself stays as it is.
struct Intake {
  let archive: AudioArchive
  let sidecars: SidecarReader
  let folder: InboxFolder
  /// Whether a file may be archived as it is.
  let mayShare: Bool
  let now: Instant

  /// Takes a recording while hashing it, so that the bytes that are judged and kept are the bytes that were hashed: as a
  /// copy under a temporary name in the archive, or as it is, where it is ours alone and nobody can write to it unseen.
  func take(_ file: InboxFile) throws(IntakeRefusal) -> TakenRecording {
    let source = try SteadyFile(
      opening: file.name, expecting: file.identity, in: folder.descriptor)
    guard mayShare, source.isLeased, isWritable(folder.path),
      let place = try placeToShare(source)
    else { return try copy(source, file) }
    source.descriptor.startWriting()
    var hash = SHA256()
    try source.readToEnd { chunk throws(IntakeRefusal) in hash.update(chunk) }
    let draft = archive.share(
      source.release(), at: place, as: UUID(milliseconds: now.milliseconds))
    return taken(file, hash, draft)
  }

  private func copy(
    _ source: borrowing SteadyFile, _ file: InboxFile
  ) throws(IntakeRefusal) -> TakenRecording {
    let draft = try begin()
    var hash = SHA256()
    try source.readToEnd { chunk throws(IntakeRefusal) in
      hash.update(chunk)
      do throws(SystemError) { try draft.descriptor.write(chunk) } catch {
        throw IntakeRefusal.uncopied(error)
      }
    }
    draft.descriptor.startWriting()
    return taken(file, hash, draft)
  }

  private func placeToShare(
    _ source: borrowing SteadyFile
  ) throws(IntakeRefusal) -> SharingPlace? {
    do throws(StoreError) {
      return try archive.placeToShare(source.descriptor, from: folder.descriptor, at: now)
    } catch { throw .unstored(error) }
  }

  private func taken(
    _ file: InboxFile, _ hash: consuming SHA256, _ draft: consuming ArchiveDraft
  ) -> TakenRecording {
    guard let sha256 = Digest(bytes: hash.finish()) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    return TakenRecording(removal: removal(of: file), sha256: sha256, draft: draft)
  }

  private func removal(of file: InboxFile) -> InboxRemoval {
    InboxRemoval(
      name: file.name,
      privateName: InboxRemoval.makePrivateName(
        UUID(milliseconds: now.milliseconds), for: file.name),
      identity: file.identity)
  }

  private func begin() throws(IntakeRefusal) -> ArchiveDraft {
    do throws(StoreError) {
      return try archive.begin(UUID(milliseconds: now.milliseconds), at: now)
    } catch { throw .unstored(error) }
  }

  /// Reads a sidecar whole. One that cannot be understood comes with the reason.
  func read(
    _ file: InboxFile
  ) throws(IntakeRefusal) -> (taken: TakenSidecar, fault: SidecarError?) {
    let source = try SteadyFile(
      opening: file.name, expecting: file.identity, in: folder.descriptor)
    guard file.identity.size <= Intake.largestSidecar else { throw .tooLong }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(file.identity.size))
    try source.readToEnd { chunk throws(IntakeRefusal) in bytes.append(contentsOf: chunk) }
    guard let sha256 = Digest(bytes: SHA256.hash(bytes)) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    var sidecar: Sidecar?
    var fault: SidecarError?
    do throws(SidecarError) { sidecar = try sidecars.read(bytes, now: now) } catch { fault = error }
    let content = SidecarContent(bytes: bytes, sha256: sha256)
    return (
      TakenSidecar(removal: removal(of: file), content: content, sidecar: sidecar),
      fault
    )
  }

  /// A file called `.json` that is larger than this is not even read: it waits as unreadable, for a person.
  static let largestSidecar: Int64 = 64 << 20
}
