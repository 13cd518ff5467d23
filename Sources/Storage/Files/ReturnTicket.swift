import Linux
import Records

/// A file that lies in a folder for as long as the files of one item are given back to it. It is locked by the program that
/// does so: where nobody holds it, that program has died. What it says is how far it had come.
public final class ReturnTicket: Sendable {
  private let folder: Descriptor
  private let name: PathBytes
  private let lock: FileLock

  /// Throws `exists` where another program is at it, or has died there.
  public init(for item: QuarantineItem, in folder: borrowing Descriptor) throws(SystemError) {
    let name = ReturnName(item.uuid, number: nil).bytes
    self.name = name
    self.folder = try folder.duplicate()
    lock = try FileLock(
      locking: Descriptor(
        opening: name, in: folder, [.write, .create, .exclusive, .noFollow], mode: 0o660))
  }

  /// The files begin to get their names: who finds the ticket after a death goes on with that. Durable when this returns,
  /// with the names that they have had so far.
  public func begin() throws(SystemError) {
    try lock.write(ReturnTicket.begun)
    try lock.synchronize()
    try folder.synchronize()
  }

  public func remove() { try? folder.unlink(name) }

  static let begun = "begun\n"
}
