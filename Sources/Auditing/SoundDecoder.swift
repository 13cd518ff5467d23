import Linux
import Records
import Storage

/// Decodes one recording after another to its end. Used from one thread, which outlives it.
public protocol SoundDecoder {
  func sound(of file: borrowing Descriptor) throws(SoundRefusal) -> AuditedFile.Sound
}

/// Why a recording was not decoded. Each says it in a whole sentence.
public enum SoundRefusal: Error, Hashable, Sendable {
  /// It is the file's doing.
  case ofFile(String)
  /// No file can be decoded as things are.
  case ofDecoder(String)
}
