import Hashing
import Linux
import Records
import Storage

/// What a file in an inbox holds, compared with what was recorded of it.
extension PendingRemoval {
  /// Whether a file that looks the same is another content: nobody watched since it was recorded, and a program may
  /// have put its time back.
  func isWrittenOver(
    under name: FileName, in folder: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    guard let status = try folder.statusIfThere(of: PathBytes(name.bytes)),
      status.kind == .regular, status.identity == identity
    else { return false }
    return try !isContent(of: name, status.identity, in: folder)
  }

  /// Whether the content is the one that was recorded; not, where somebody writes it just now.
  func isContent(
    of name: FileName, _ identity: FileIdentity, in folder: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    var hash = SHA256()
    var bytes: [UInt8] = []
    do throws(IntakeRefusal) {
      try SteadyFile(opening: name, expecting: identity, in: folder).readToEnd {
        chunk throws(IntakeRefusal) in
        hash.update(chunk)
        if name.isSidecarName { bytes.append(contentsOf: chunk) }
      }
    } catch {
      switch error {
      case .unreadable(let error), .uncopied(let error), .passing(let error): throw error
      case .gone, .changed, .openForWriting, .tooLong, .unstored: return false
      }
    }
    guard let digest = Digest(bytes: hash.finish()) else { return false }
    // Of a sidecar the store may have kept all but the place.
    return digest == sha256
      || SidecarContent(bytes: bytes, sha256: digest).kept(by: .drop).sha256 == sha256
  }
}
