import Hashing
import InboxWatch
import Linux
import Records
import Storage

/// Takes files out of an inbox into memory or into the archive; the inbox itself stays as it is.
struct Intake: Sendable {
  let archive: AudioArchive
  let sidecars: SidecarReader
  let places: PlaceRule
  let folder: InboxFolder
  let now: Instant

  /// Copies a recording into the archive under a temporary name while hashing it, so that the bytes that are
  /// judged and kept are the bytes that were read, once.
  func copy(_ file: InboxFile) throws(IntakeRefusal) -> TakenRecording {
    let source = try SteadyFile(
      opening: file.name, expecting: file.identity, in: folder.descriptor)
    let draft = try begin()
    var hash = SHA256()
    try source.readToEnd { chunk throws(IntakeRefusal) in
      hash.update(chunk)
      do throws(SystemError) { try draft.descriptor.write(chunk) } catch {
        throw IntakeRefusal.uncopied(error)
      }
    }
    draft.descriptor.startWriting()
    guard let sha256 = Digest(bytes: hash.finish()) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    return TakenRecording(
      file: file, name: places.name(file.name), sha256: sha256, draft: draft)
  }

  /// Of the bytes of a file as it lies there; nothing is copied.
  func digest(of file: InboxFile) throws(IntakeRefusal) -> Digest {
    let source = try SteadyFile(
      opening: file.name, expecting: file.identity, in: folder.descriptor)
    var hash = SHA256()
    try source.readToEnd { chunk throws(IntakeRefusal) in hash.update(chunk) }
    guard let sha256 = Digest(bytes: hash.finish()) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    return sha256
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
    guard file.identity.size <= SidecarContent.largest else { throw .tooLong }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(file.identity.size))
    try source.readToEnd { chunk throws(IntakeRefusal) in bytes.append(contentsOf: chunk) }
    guard let sha256 = Digest(bytes: SHA256.hash(bytes)) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    let content = SidecarContent(bytes: bytes, sha256: sha256).kept(by: places)
    var sidecar: Sidecar?
    var fault: SidecarError?
    do throws(SidecarError) {
      sidecar = try sidecars.read(bytes, now: now)
      if content.bytes != bytes { sidecar = try sidecars.read(content.bytes, now: now) }
    } catch { fault = error }
    return (
      TakenSidecar(
        file: file, name: places.name(file.name), content: content, sha256: sha256,
        sidecar: sidecar),
      fault
    )
  }
}
