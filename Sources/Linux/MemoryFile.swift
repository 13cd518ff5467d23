import CLinux

/// A file that lies in memory and has no name (memfd_create(2)).
public func makeMemoryFile(named name: String) throws(SystemError) -> Descriptor {
  Descriptor(owning: try retrying("memfd_create", on: name) { mm_memory_file(name) })
}
