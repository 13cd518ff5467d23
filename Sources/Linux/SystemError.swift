import CLinux
import Glibc

/// A failed system call: which one, on what, and the error number (errno(3)).
public struct SystemError: Error, Hashable, Sendable {
  public let code: Errno
  /// The call, by its manual page: `openat`.
  public let call: String
  /// What it was called on, for a person; nil where there is nothing to name.
  public let subject: String?

  public init(_ code: Errno, _ call: String, on subject: String? = nil) {
    self.code = code
    self.call = call
    self.subject = subject
  }

  /// Reads `errno`, so it must be called before anything else can change it.
  init(_ call: String, on subject: String? = nil) {
    self.init(Errno(rawValue: errno), call, on: subject)
  }
}

extension SystemError: CustomStringConvertible {
  /// `lunch.wav: No such file or directory (openat)`.
  public var description: String {
    "\(subject.map { SystemError.printable($0) + ": " } ?? "")\(code) (\(call))"
  }

  /// A file's name comes from anybody, and this ends in logs and on terminals.
  private static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// An error number. An open set: the kernel has more than are named here.
public struct Errno: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let noSuchProcess = Errno(rawValue: ESRCH)
  public static let notFound = Errno(rawValue: ENOENT)
  public static let exists = Errno(rawValue: EEXIST)
  public static let notEmpty = Errno(rawValue: ENOTEMPTY)
  public static let notPermitted = Errno(rawValue: EPERM)
  public static let accessDenied = Errno(rawValue: EACCES)
  public static let wouldBlock = Errno(rawValue: EAGAIN)
  public static let interrupted = Errno(rawValue: EINTR)
  public static let invalidArgument = Errno(rawValue: EINVAL)
  public static let noMemory = Errno(rawValue: ENOMEM)
  public static let noSpace = Errno(rawValue: ENOSPC)
  public static let quotaExceeded = Errno(rawValue: EDQUOT)
  public static let readOnlyFileSystem = Errno(rawValue: EROFS)
  public static let crossDevice = Errno(rawValue: EXDEV)
  public static let tooManyOpenFiles = Errno(rawValue: EMFILE)
  public static let tooManyOpenFilesInSystem = Errno(rawValue: ENFILE)
  public static let symbolicLinkLoop = Errno(rawValue: ELOOP)
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  public static let isDirectory = Errno(rawValue: EISDIR)
  public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  public static let inputOutput = Errno(rawValue: EIO)
  public static let brokenPipe = Errno(rawValue: EPIPE)
  public static let connectionReset = Errno(rawValue: ECONNRESET)
  public static let notSupported = Errno(rawValue: EOPNOTSUPP)
  public static let notImplemented = Errno(rawValue: ENOSYS)
  public static let timedOut = Errno(rawValue: ETIMEDOUT)
  public static let tooBig = Errno(rawValue: E2BIG)
  public static let messageTooLong = Errno(rawValue: EMSGSIZE)
  public static let noDevice = Errno(rawValue: ENXIO)
  public static let noLocks = Errno(rawValue: ENOLCK)

  public var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, mm_error_text(rawValue, start, 256) == 0 else {
        return "error \(rawValue)"
      }
      return String(cString: start)
    }
  }
}

/// Calls until the call is not interrupted by a signal (EINTR), and throws errno when it answers -1.
@discardableResult
func retrying<Result: SignedInteger>(
  _ call: String, on subject: @autoclosure () -> String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    if errno != EINTR { throw SystemError(call, on: subject()) }
  }
}
