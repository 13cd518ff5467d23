import JSON
import Linux
import Records

/// What is wrong with the note on why something was set aside.
public enum ReasonFault: Hashable, Sendable {
  case unreadable(Errno)
  case noRegularFile
  /// It is no such note, or says another code, file or digest than the rows of its item.
  case otherwise
}

extension StoreFiles {
  /// Compares `reason.json` of an item with its rows; nil where it agrees, or is not there. A note may name a file more than
  /// the rows do: a sidecar that was about to join when a program died.
  public func reasonFault(of item: QuarantineItem) -> ReasonFault? {
    let bytes: [UInt8]?
    do throws(SystemError) {
      let file = try open(PathBytes("quarantine/\(item.uuid)/\(QuarantineName.reason)"))
      guard try file.status().kind == .regular else { return .noRegularFile }
      bytes = try file.readAll(limit: 1 << 20)
    } catch {
      switch error.code {
      case .notFound, .notDirectory: return nil
      case .symbolicLinkLoop, .noDevice: return .noRegularFile
      default: return .unreadable(error.code)
      }
    }
    guard let bytes, let note = (try? JSONReader.read(bytes))?.object,
      note["code"]?.string == item.code.rawValue
    else { return .otherwise }
    let told = (note["files"]?.array ?? []).compactMap(\.object)
    let agrees = item.files.allSatisfy { file in
      told.contains { one in
        one["role"]?.string == file.role.rawValue && one["name"]?.string == file.name.description
          && one["sha256"]?.string == file.sha256.description
      }
    }
    return agrees ? nil : .otherwise
  }
}
