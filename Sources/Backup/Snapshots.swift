import JSON
import Linux
import Records
import Storage

extension BackupFolder {
  /// Oldest first. What has no manifest is none.
  public func snapshots() throws(BackupError) -> [SnapshotID] {
    let path = layout.snapshots
    do throws(SystemError) {
      return try Descriptor(opening: path, [.directory]).entryNames()
        .compactMap { SnapshotID($0.description) }.filter { id in
          (try? fileStatus(at: "\(layout.snapshot(id))/\(BackupLayout.manifest)")) != nil
        }.sorted()
    } catch {
      if error.code == .notFound { return [] }
      throw BackupError(error, at: path)
    }
  }

  /// The one whose name begins so; the latest for nil.
  public func snapshot(named name: String?) throws(BackupError) -> SnapshotID {
    let all = try snapshots()
    guard let name else {
      guard let latest = all.last else { throw .noSnapshot(path: layout.root, name: nil) }
      return latest
    }
    let found = all.filter { $0.description.hasPrefix(name) }
    guard let only = found.first else { throw .noSnapshot(path: layout.root, name: name) }
    guard found.count == 1 else { throw .severalSnapshots(name: name, found) }
    return only
  }

  /// Compared with its sum.
  public func manifest(of id: SnapshotID) throws(BackupError) -> Manifest {
    let folder = layout.snapshot(id)
    let path = "\(folder)/\(BackupLayout.manifest)"
    let text = try read(path)
    let sums = String(decoding: try read("\(folder)/\(BackupLayout.sums)"), as: UTF8.self)
    let line = "\(FileContent.digest(of: text))  \(BackupLayout.manifest)"
    guard sums.split(separator: "\n").contains(Substring(line)) else {
      throw .damaged(path: path, detail: "it does not have the sum in \(BackupLayout.sums)")
    }
    guard let document = (try? JSONReader.read(text, limits: .init(bytes: 1 << 30)))?.object else {
      throw .damaged(path: path, detail: "it is no JSON object")
    }
    let version = document[Marker.key]?.integer ?? 0
    if version > BackupLayout.version {
      throw .newer(path: folder, found: Int(version), known: BackupLayout.version)
    }
    guard let manifest = Manifest(document), manifest.id == id else {
      throw .damaged(path: path, detail: "it is no manifest of this snapshot")
    }
    return manifest
  }

  private func read(_ path: String) throws(BackupError) -> [UInt8] {
    do throws(SystemError) {
      return try Descriptor(opening: path, [.noFollow, .nonBlocking]).readAll(limit: 1 << 30) ?? []
    } catch {
      if error.code == .notFound { throw .damaged(path: path, detail: "it is missing") }
      throw BackupError(error, at: path)
    }
  }
}
