import Hashing
import Linux
import Records
import Storage

/// Reads one file of the store to its end and compares it with its row.
struct FileReading {
  let files: StoreFiles
  /// Nil where recordings are only hashed.
  let decoder: (any SoundDecoder)?
  /// Told of every part as it has been read, in bytes.
  let read: (Int) -> Void

  enum Finding {
    case sound(FileStatus)
    case wrong(Problem)
    /// What must be there is not. It may have been given back since its row was read.
    case missing(Problem)
  }

  /// Throws what keeps every recording from being decoded.
  func look(at file: AuditedFile) throws(SoundRefusal) -> Finding {
    let finding: Result<Finding, SoundRefusal>
    do throws(SystemError) {
      let descriptor = try files.open(PathBytes(file.path))
      let status = try descriptor.status()
      guard status.kind == .regular else { return .wrong(.wrongKind(file)) }
      guard try hash(descriptor, of: status.size) == file.sha256 else {
        return .wrong(
          problem(
            .fileOtherBytes, file,
            "The file has other bytes than were filed. \(file.cure)"
          ))
      }
      finding = Result { () throws(SoundRefusal) in
        try compare(descriptor, with: file).map { .wrong($0) } ?? .sound(status)
      }
    } catch {
      switch error.code {
      case .notFound, .notDirectory: return .missing(.missing(file))
      case .symbolicLinkLoop, .noDevice: return .wrong(.wrongKind(file))
      default:
        return .wrong(
          problem(
            .fileUnreadable, file,
            "The file cannot be read: \(error.code). Check its owner and mode, and the disk."))
      }
    }
    return try finding.get()
  }

  private func compare(
    _ descriptor: borrowing Descriptor, with file: AuditedFile
  ) throws(SoundRefusal) -> Problem? {
    guard let decoder, let sound = file.sound else { return nil }
    let found: AuditedFile.Sound
    do throws(SoundRefusal) { found = try decoder.sound(of: descriptor) } catch {
      guard case .ofFile(let message) = error else { throw error }
      return problem(
        .recordingUndecodable, file,
        "The recording has the bytes that were filed, and cannot be decoded any more: \(message) The decoder may have changed since."
      )
    }
    guard found != sound else { return nil }
    return problem(
      .recordingOtherFrames, file,
      "The recording has the bytes that were filed, and decodes to \(found), while its row says \(sound). The decoder may have changed since."
    )
  }

  private func hash(
    _ file: borrowing Descriptor, of size: Int64
  ) throws(SystemError) -> Digest? {
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: Int(min(1 << 20, size + 1)))
    var offset: Int64 = 0
    while true {
      let count = try file.fill(&buffer, at: offset)
      if count == 0 { return Digest(bytes: hash.finish()) }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += Int64(count)
      read(count)
    }
  }

  private func problem(_ code: ProblemCode, _ file: AuditedFile, _ message: String) -> Problem {
    Problem(code, file.owner, path: file.path, message)
  }
}

extension Problem {
  static func missing(_ file: AuditedFile) -> Problem {
    Problem(
      .fileMissing, file.owner, path: file.path,
      file.copy == nil
        ? "The file is gone, which has SHA-256 \(file.sha256). Put it back from a backup\(file.freshCopy)."
        : "The file is gone. \(file.cure)"
    )
  }

  static func wrongKind(_ file: AuditedFile) -> Problem {
    Problem(
      .fileWrongKind, file.owner, path: file.path,
      "This is no regular file. \(file.cure)")
  }
}

extension AuditedFile {
  /// What mends the archive, and nothing that was set aside.
  fileprivate var freshCopy: String {
    owner?.kind == .quarantine ? "" : ", or drop the same recording into an inbox again"
  }

  /// How it comes back.
  var cure: String {
    if let copy {
      return
        "\(copy) is a copy of it: 'mm-organize quarantine accept \(copy)' puts that in its place."
    }
    return "Put it back from a backup\(freshCopy); it has SHA-256 \(sha256)."
  }
}

extension AuditedFile.Sound: CustomStringConvertible {
  public var description: String {
    "\(frames.counted("frame")) of \(channels.counted("channel")) at \(sampleRate) Hz"
  }
}
