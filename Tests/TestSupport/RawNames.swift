import Linux

/// A file whose name is bytes of any kind.
public func writeRaw(_ folder: String, name: [UInt8], _ bytes: [UInt8]) {
  do {
    let parent = try Descriptor(opening: folder, [.directory])
    let file = try Descriptor(
      opening: PathBytes(name), in: parent, [.write, .create, .truncate], mode: 0o644)
    try file.write(bytes)
  } catch { preconditionFailure("\(error)") }
}
