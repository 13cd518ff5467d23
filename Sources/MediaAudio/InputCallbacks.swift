import CLibAV
import Containers

/// The recording that libavformat reads, through callbacks that know this one stretch of a file and nothing else.
///
/// It reads at offsets, so that nobody shares a position. `deinit` frees what libavformat reads through; no format context
/// may use it then.
final class MediaInput {
  let file: FileStretch
  fileprivate(set) var position: Int64 = 0
  private var context: UnsafeMutablePointer<AVIOContext>?

  private static let bufferBytes = 32_768

  /// Traps when no memory is left, as nothing in the file can bring about.
  init(_ file: FileStretch) {
    self.file = file
    guard let buffer = av_malloc(MediaInput.bufferBytes) else {
      preconditionFailure("no memory is left")
    }
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(MediaInput.bufferBytes), 0,
      Unmanaged.passUnretained(self).toOpaque(), readInput, nil, seekInput)
  }

  deinit {
    // libavformat may have put another buffer in the place of ours.
    av_free(context?.pointee.buffer)
    avio_context_free(&context)
  }

  /// Valid as long as this object lives.
  var pointer: UnsafeMutablePointer<AVIOContext>? { context }
}

/// `read_packet` of an AVIOContext (avio.h): bytes read, or an error; never 0.
private func readInput(
  _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let opaque, let buffer, count > 0 else { return Int32(MM_AV_INPUT_FAILED) }
  let input = Unmanaged<MediaInput>.fromOpaque(opaque).takeUnretainedValue()
  let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
  // The stretch keeps why the system could not read it.
  guard let read = try? input.file.read(into: bytes, at: input.position) else {
    return Int32(MM_AV_INPUT_FAILED)
  }
  guard read > 0 else { return Int32(MM_AV_END_OF_FILE) }
  input.position += Int64(read)
  return Int32(read)
}

/// `seek` of an AVIOContext (avio.h): the new position, the size for AVSEEK_SIZE, or an error. Past the end there is
/// nothing to be read, so positions there are no harm.
private func seekInput(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32)
  -> Int64
{
  guard let opaque else { return Int64(MM_AV_INPUT_FAILED) }
  let input = Unmanaged<MediaInput>.fromOpaque(opaque).takeUnretainedValue()
  let start: Int64
  switch whence & ~AVSEEK_FORCE {
  case AVSEEK_SIZE: return input.file.size
  case SEEK_SET: start = 0
  case SEEK_CUR: start = input.position
  case SEEK_END: start = input.file.size
  default: return Int64(MM_AV_INPUT_FAILED)
  }
  let (target, isTooFar) = start.addingReportingOverflow(offset)
  guard !isTooFar, target >= 0 else { return Int64(MM_AV_INPUT_FAILED) }
  input.position = target
  return target
}

/// `io_open` of an AVFormatContext: whatever a file refers to stays closed.
func refuseToOpen(
  _ context: UnsafeMutablePointer<AVFormatContext>?,
  _ opened: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  _ address: UnsafePointer<CChar>?, _ flags: Int32,
  _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  Int32(MM_AV_NOT_ALLOWED)
}
