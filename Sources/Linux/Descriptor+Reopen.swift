extension Descriptor {
  /// The same file, opened anew for reading only and at its start, so that whoever gets it can neither write
  /// nor move our position (proc(5), `/proc/self/fd`).
  public func reopenedForReading() throws(SystemError) -> Descriptor {
    try Descriptor(opening: "/proc/self/fd/\(number)")
  }
}
