import Linux

/// A stretch of a file, read at offsets from its own start: one of several recordings that lie in one file reads like a
/// file of its own.
///
/// It has a descriptor of its own, so that the one it was made from may be closed, and moves no position.
public final class FileStretch {
  private let file: Descriptor
  private let start: Int64
  private let notes: ReadNotes
  /// So many bytes of the file are left out at an offset of the stretch.
  private let gap: (offset: Int64, count: Int64)
  /// Bytes.
  public let size: Int64

  /// The whole file; of no size where the system does not tell it. Traps when no descriptor is left, as nothing in the
  /// file can bring about.
  public convenience init(of file: borrowing Descriptor) {
    self.init(file, from: 0, size: (try? file.status().size) ?? 0)
  }

  init(
    _ file: borrowing Descriptor, from start: Int64, size: Int64,
    _ notes: ReadNotes = ReadNotes(), gap: (offset: Int64, count: Int64) = (0, 0)
  ) {
    guard let own = try? file.duplicate() else { preconditionFailure("no descriptor is left") }
    self.file = own
    self.start = start
    self.size = size
    self.notes = notes
    self.gap = gap
  }

  /// The first error of the system at reading it or a part of it, which says nothing of the recording.
  public var fault: SystemError? { notes.first }

  /// What was read of the file so far, through this or any part of it.
  var bytesRead: Int64 { notes.bytesRead }

  /// A part of it, as far as it goes.
  public func part(_ range: Range<Int64>) -> FileStretch {
    let range = range.clamped(to: 0..<size)
    let before = range.lowerBound > gap.offset ? gap.count : 0
    return FileStretch(
      file, from: start + before + range.lowerBound, size: Int64(range.count), notes,
      gap: (max(0, gap.offset - range.lowerBound), before > 0 ? 0 : gap.count))
  }

  /// The rest of it without a range that is none of its recording. There may be one in a stretch.
  func without(_ range: Range<Int64>) -> FileStretch {
    let range = range.clamped(to: 0..<size)
    precondition(gap.count == 0)
    return FileStretch(
      file, from: start, size: size - Int64(range.count), notes,
      gap: (range.lowerBound, Int64(range.count)))
  }

  /// Another descriptor of the file, whose position stands at the file's start.
  public func wholeFile() throws(SystemError) -> Descriptor {
    let own = try file.duplicate()
    try own.seekToStart()
    return own
  }

  /// Fills as much of the buffer as the stretch has from `offset` on; 0 at its end.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(SystemError) -> Int {
    guard offset >= 0, offset < size else { return 0 }
    var count = Int(min(Int64(buffer.count), size - offset))
    // What is before the gap is read by itself.
    if gap.count > 0, offset < gap.offset { count = min(count, Int(gap.offset - offset)) }
    let place = start + offset + (offset >= gap.offset ? gap.count : 0)
    do throws(SystemError) {
      let read = try file.read(into: .init(rebasing: buffer[..<count]), at: place)
      notes.bytesRead += Int64(read)
      guard read == count, count < buffer.count, offset + Int64(count) < size else { return read }
      return read
        + (try self.read(into: .init(rebasing: buffer[count...]), at: offset + Int64(count)))
    } catch {
      notes.note(error)
      throw error
    }
  }

  /// At most `count` bytes at an offset; fewer at the end, none where it cannot be read.
  public func header(at offset: Int64, count: Int) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(min(Int64(count), size - offset))) {
      buffer, done in
      done = (try? read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)) ?? 0
    }
  }

  /// Tries all of it, which finds a fault that a library met without a word of it.
  public func readThrough() {
    var offset: Int64 = 0
    while offset < size, fault == nil {
      let bytes = header(at: offset, count: 1 << 20)
      guard !bytes.isEmpty else { return }
      offset += Int64(bytes.count)
    }
  }
}

/// Shared by a stretch and its parts.
final class ReadNotes {
  private(set) var first: SystemError?
  /// Bytes that were read of the file, however often.
  var bytesRead: Int64 = 0

  func note(_ error: SystemError) { first = first ?? error }
}
