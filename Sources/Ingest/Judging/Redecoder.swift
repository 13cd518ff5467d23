import Linux
import Records

/// Decodes recordings of the archive again, one after another, with decoders that it keeps. Used from one thread, which
/// must outlive it.
public final class Redecoder {
  private let decoders: Decoders
  private let timeout: Duration

  public init(rules: DecoderRules, timeout: Duration) {
    decoders = Decoders(rules)
    self.timeout = timeout
  }

  /// How a file could not be decoded.
  public enum Refusal: Error, Hashable, Sendable {
    /// The file's doing: a whole sentence.
    case ofFile(String)
    /// No file can be decoded as things are: a whole sentence.
    case ofDecoder(String)
  }

  /// The descriptor is open for reading. A decoder that dies over a file is asked once more, as a new one.
  public func decode(_ file: borrowing Descriptor) throws(Refusal) -> AudioReport {
    let answer: DecoderAnswer
    do throws(DecoderFault) { answer = try ask(file) } catch {
      throw error.quarantineCode == nil
        ? .ofDecoder(error.description) : .ofFile(error.description)
    }
    switch answer {
    case .report(let report): return report
    case .rejected(let rejection): throw .ofFile(rejection.message)
    case .unreadable(let why): throw .ofFile(unreadableSentence(why))
    }
  }

  private func ask(_ file: borrowing Descriptor) throws(DecoderFault) -> DecoderAnswer {
    do throws(DecoderFault) { return try decoders.decode(file, timeout: timeout) } catch {
      guard case .died = error else { throw error }
      return try decoders.decode(file, timeout: timeout)
    }
  }
}
