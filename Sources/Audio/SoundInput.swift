import CSndFile
import Containers
import Linux

/// A recording that libsndfile reads through callbacks: a part of a file, or one whose header must say something else than
/// it does. Nothing is written to the file.
///
/// libsndfile keeps a reference that does not count, so this object must outlive its handle.
final class SoundInput {
  private let file: FileStretch
  /// Stands for the bytes of the file before `rest`.
  private let head: [UInt8]
  private let rest: Int64
  private let size: Int64
  private var position: Int64 = 0

  /// A part of a file as it stands.
  init(_ file: FileStretch) {
    self.file = file
    (head, rest, size) = ([], 0, file.size)
  }

  /// A WAV with a header that says how much sound there is.
  init(_ file: FileStretch, repairing wrong: WaveHeader.FalseSize) {
    self.file = file
    head = WaveHead.repaired(of: file, wrong)
    rest = wrong.offset
    size = Int64(head.count) + file.size - wrong.offset
  }

  /// A file whose header says less than there is.
  init(_ file: FileStretch, with repair: HeaderRepair) {
    self.file = file
    (head, rest, size) = (repair.head, Int64(repair.head.count), file.size)
  }

  /// libsndfile's handle; nil where it refuses the file.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    var callbacks = SF_VIRTUAL_IO(
      get_filelen: { SoundInput.from($0)?.size ?? 0 },
      seek: { SoundInput.from($2)?.seek($0, $1) ?? -1 },
      read: { SoundInput.from($2)?.read($0, $1) ?? 0 },
      write: { _, _, _ in 0 },
      tell: { SoundInput.from($0)?.position ?? 0 })
    return sf_open_virtual(
      &callbacks, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> SoundInput? {
    opaque.map { Unmanaged<SoundInput>.fromOpaque($0).takeUnretainedValue() }
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let start =
      switch whence {
      case Int32(SF_SEEK_CUR): position
      case Int32(SF_SEEK_END): size
      default: Int64(0)
      }
    let (target, isTooFar) = start.addingReportingOverflow(offset)
    guard !isTooFar, target >= 0 else { return -1 }
    position = target
    return target
  }

  private func read(_ pointer: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 {
    guard let pointer, count > 0, position < size else { return 0 }
    let wanted = Int(min(count, size - position))
    var done = 0
    if position < head.count {
      let bytes = head[Int(position)...].prefix(wanted)
      UnsafeMutableRawBufferPointer(start: pointer, count: bytes.count).copyBytes(from: bytes)
      done = bytes.count
    }
    while done < wanted {
      let target = UnsafeMutableRawBufferPointer(start: pointer + done, count: wanted - done)
      let offset = position + Int64(done) - Int64(head.count) + rest
      guard let got = try? file.read(into: target, at: offset), got > 0 else { break }
      done += got
    }
    position += Int64(done)
    return Int64(done)
  }
}
