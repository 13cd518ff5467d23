import CLinux
import Glibc

extension Descriptor {
  /// Reads at most `capacity` bytes at the current position; empty at the end of the file.
  public func read(upTo capacity: Int) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: capacity)
    let count = try retrying("read") {
      buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
    }
    buffer.removeLast(capacity - count)
    return buffer
  }

  /// Fills as much of the buffer as the file has from `offset` on (pread(2)); 0 at the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError)
    -> Int
  {
    try retrying("pread") { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  /// The same into an array, whose length stays.
  public func fill(_ buffer: inout [UInt8], at offset: Int64) throws(SystemError) -> Int {
    let result = buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(SystemError) in try read(into: bytes, at: offset) }
    }
    return try result.get()
  }

  /// The whole file from its start, or nil when it is longer than `limit` bytes.
  public func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let offset = Int64(content.count)
      let count = try retrying("pread") {
        buffer.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, off_t(offset)) }
      }
      if count == 0 { return content }
      if content.count + count > limit { return nil }
      content.append(contentsOf: buffer[..<count])
    }
  }

  /// Writes every byte, or throws; some may have been written then.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = try retrying("write") { Glibc.write(number, part.baseAddress, part.count) }
      rest = rest.dropFirst(count)
    }
  }

  public func write(_ bytes: [UInt8]) throws(SystemError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(SystemError) in try write(buffer) }
    }
    try result.get()
  }

  public func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Writes at an offset, whatever the position (pwrite(2)); as much as there is room for.
  @discardableResult
  public func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) -> Int {
    try retrying("pwrite") { pwrite(number, bytes, bytes.count, off_t(offset)) }
  }

  /// Returns once the content and what is needed to read it back are on the disk (fdatasync(2)).
  public func synchronizeData() throws(SystemError) {
    try retrying("fdatasync") { fdatasync(number) }
  }

  /// Lets the disk begin with what was written, so that `synchronizeData` has less to wait for. Only a hint.
  public func startWriting() { _ = mm_start_writing(number) }

  /// Lets the next reading come from the disk and not from memory, as far as the content has been synchronised
  /// (posix_fadvise(2), POSIX_FADV_DONTNEED). Only a hint.
  public func forgetCached() { _ = posix_fadvise(number, 0, 0, Int32(POSIX_FADV_DONTNEED)) }

  /// Content and all attributes; on a directory, its entries (fsync(2)).
  public func synchronize() throws(SystemError) {
    try retrying("fsync") { fsync(number) }
  }

  public func setMode(_ mode: UInt32) throws(SystemError) {
    try retrying("fchmod") { fchmod(number, mode) }
  }

  public func truncate(to size: Int64) throws(SystemError) {
    try retrying("ftruncate") { ftruncate(number, off_t(size)) }
  }

  /// Whether it is a terminal (isatty(3)).
  public var isTerminal: Bool { isatty(number) == 1 }
}

extension Descriptor {
  /// Sets the position to the first byte (lseek(2)).
  public func seekToStart() throws(SystemError) {
    try retrying("lseek") { Int(lseek(number, 0, SEEK_SET)) }
  }
}
