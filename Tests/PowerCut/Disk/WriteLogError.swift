/// Why bytes are no log of writes.
public enum WriteLogError: Error, Equatable, CustomStringConvertible {
  case notALog
  case unknownVersion
  case sectorSize(Int)
  case unknownFlags(at: Int)
  /// An entry or its data goes over the end of the file.
  case cut(at: Int)

  public var description: String {
    switch self {
    case .notALog: "this is no log of blklogwrites"
    case .unknownVersion: "this log has another version than 1"
    case .sectorSize(let size): "a log cannot have sectors of \(size) bytes"
    case .unknownFlags(let place): "the entry at byte \(place) has flags that are not known"
    case .cut(let place): "the entry at byte \(place) goes over the end of the log"
    }
  }
}
