import Glibc

/// AMR-WB as phones write it, by the reference encoder of 3GPP in libvo-amrwbenc: neither Debian's ffmpeg nor its sox
/// writes it. The library is opened by its name, so that building needs no package for it.
enum WideSpeech {
  private typealias Begin = @convention(c) () -> UnsafeMutableRawPointer?
  private typealias Encode =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<Int16>?, UnsafeMutablePointer<UInt8>?, Int32
    ) -> Int32
  private typealias End = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private static let frame = 320

  /// A whole file (RFC 4867, section 5.1) of mono samples of 16 kHz, with discontinuous transmission; nil where the library
  /// is not installed. What does not fill the last frame is left out.
  static func file(of samples: [Int16]) -> [UInt8]? {
    guard let library = dlopen("libvo-amrwbenc.so.0", RTLD_NOW),
      // Names and types of enc_if.h.
      let begin = function("E_IF_init", in: library, as: Begin.self),
      let encode = function("E_IF_encode", in: library, as: Encode.self),
      let end = function("E_IF_exit", in: library, as: End.self)
    else { return nil }
    let encoder = begin()
    defer { end(encoder) }
    var bytes = Array("#!AMR-WB\n".utf8)
    var packet = [UInt8](repeating: 0, count: 500)
    for start in stride(from: 0, through: samples.count - frame, by: frame) {
      let count = samples[start..<(start + frame)].withUnsafeBufferPointer {
        // Mode 2: 12.65 kbit/s.
        encode(encoder, 2, $0.baseAddress, &packet, 1)
      }
      bytes += packet.prefix(Int(count))
    }
    return bytes
  }

  private static func function<Function>(
    _ name: String, in library: UnsafeMutableRawPointer, as type: Function.Type
  ) -> Function? {
    // dlsym(3) knows no types; those above are the header's.
    dlsym(library, name).map { unsafeBitCast($0, to: type) }
  }
}
