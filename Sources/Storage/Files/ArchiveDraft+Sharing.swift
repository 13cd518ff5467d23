import Linux
import Records

/// A recording that is archived without a copy: the inbox's own file gets a second name in the store, and then loses its
/// first (`records.md`, "Store"). Half the writing, and no moment at which the disk must hold it twice.
///
/// Whoever shares one keeps every writer away, from before it is judged until its old name is gone: a content that changed
/// after it was hashed would be a lost recording.
extension ArchiveDraft {
  /// Whether the file in the archive is the inbox's own, with a lease held on `descriptor`.
  public var isShared: Bool {
    switch stage {
    case .shared: true
    case .placed(_, let sharedMode): sharedMode != nil
    case .temporary, .gone: false
    }
  }

  mutating func placeShared(as name: PathBytes, mode own: UInt32) throws(SystemError) {
    do throws(SystemError) {
      try descriptor.link(to: name, in: archiveFolder.descriptor)
    } catch {
      // A file system without links, or a rule against them: copied, like what comes from another disk.
      guard ArchiveDraft.forbidLinks.contains(error.code) else { throw error }
      try copyContent(to: temporaryName, in: archiveFolder.descriptor)
      stage = .temporary
      try archiveFolder.descriptor.renameWithoutReplacing(
        temporaryName, to: name, in: archiveFolder.descriptor)
      stage = .placed(name, sharedMode: nil)
      return
    }
    stage = .placed(name, sharedMode: own)
    if own != mode { try descriptor.setMode(mode) }
  }

  private static let forbidLinks: Set<Errno> = [
    .crossDevice, .notPermitted, .accessDenied, .notSupported, .notImplemented, .tooManyLinks,
    .notFound,
  ]

  /// Gives the archive a copy of its own under the placed name, durably. For when a writer turned up after all, who waits
  /// meanwhile: the shared file is his again afterwards.
  public mutating func separate() throws(StoreError) {
    guard case .placed(let name, _?) = stage else { return }
    do throws(SystemError) {
      try copyContent(to: temporaryName, in: archiveFolder.descriptor)
      try archiveFolder.descriptor.rename(temporaryName, to: name, in: archiveFolder.descriptor)
      try archiveFolder.descriptor.synchronize()
    } catch { throw StoreError(error, at: paths.absolute(folderName)) }
    stage = .placed(name, sharedMode: nil)
  }

  /// Makes a durable copy under a new name; only the name is left to be synchronised.
  func copyContent(
    to name: PathBytes, in target: borrowing Descriptor
  ) throws(SystemError) {
    let copy = try ArchiveDraft.makeFile(name, in: target, mode: mode)
    do throws(SystemError) {
      var buffer = [UInt8](repeating: 0, count: 262_144)
      var offset: Int64 = 0
      while true {
        let count = try descriptor.fill(&buffer, at: offset)
        if count == 0 { break }
        try buffer.withUnsafeBytes { bytes in
          Result { () throws(SystemError) in
            try copy.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
          }
        }.get()
        offset += Int64(count)
      }
      try copy.synchronizeData()
    } catch {
      try? target.unlink(name)
      throw error
    }
  }
}
