/// Why a setting cannot be taken. Each case has one whole sentence.
public enum SettingFault: Error, Hashable, Sendable {
  case fileMissing
  case fileUnreadable(String)
  case fileTooLong(limit: Int)
  case notText
  case lineTooLong(bytes: Int, limit: Int)
  case sectionNameTooLong(limit: Int)
  case lineNotUnderstood
  case unknownSection(String)
  case outsideSection(key: String)
  case unknownKey(String, section: String, known: [String])
  case repeatedKey(String)
  case inboxWithoutPath(String)
  case emptyValue(key: String)
  case notDuration(String)
  case notSize(String)
  case notCount(String, range: ClosedRange<Int>)
  case outOfRange(String, least: String, most: String)
  case notChoice(String, choices: [String])
  case relativePath(String)
  case pathOfOtherUser(String)
  case openQuote(String)
  case unknownCurrency(String)
  case unknownTimeZone(String)
  case noHome
  case noWorkingDirectory

  public var sentence: String {
    switch self {
    case .fileMissing: "There is no such configuration file."
    case .fileUnreadable(let reason): "The configuration file cannot be read: \(reason)."
    case .fileTooLong(let limit): "A configuration file has at most \(limit) bytes."
    case .notText: "The line is not UTF-8 text."
    case .lineTooLong(let bytes, let limit):
      "The line has \(bytes) bytes, and at most \(limit) can be read; shorten it."
    case .sectionNameTooLong(let limit):
      "The name of the section has more than the \(limit) bytes that can be read; shorten it."
    case .lineNotUnderstood:
      "The line is neither a [section], a key = value, a comment (# or ;) nor blank."
    case .unknownSection(let name): "There is no section [\(name)]."
    case .outsideSection(let key): "\(key) stands before the first [section]."
    case .unknownKey(let key, let section, let known):
      "[\(section)] has no key \(key); it has: \(known.joined(separator: ", "))."
    case .repeatedKey(let key): "\(key) is given twice in this section; keep one."
    case .inboxWithoutPath(let name): "[inbox \(name)] needs a path."
    case .emptyValue(let key): "\(key) has no value; give one or remove the line."
    case .notDuration(let text):
      "\(text) is no span of time; write a whole number and ms, s, m, h or d, such as 60s."
    case .notSize(let text):
      "\(text) is no size; write a whole number and K, M or G, such as 512M."
    case .notCount(let text, let range):
      "\(text) is not a whole number from \(range.lowerBound) to \(range.upperBound)."
    case .outOfRange(let text, let least, let most):
      "\(text) is out of range; give at least \(least) and at most \(most)."
    case .notChoice(let text, let choices):
      "\(text) is none of: \(choices.joined(separator: ", "))."
    case .relativePath(let path):
      "\(path) is not an absolute path; start it with / or ~/."
    case .pathOfOtherUser(let path):
      "\(path) names another user's home, which is not looked up; write the whole path."
    case .openQuote(let text):
      "\(text) has a quote that is not closed; close it, or put the other kind around it."
    case .unknownCurrency(let code):
      "\(code) is no ISO 4217 currency code; write one such as TWD."
    case .unknownTimeZone(let name):
      "The system knows no time zone \(name); write one such as Asia/Taipei, or install tzdata."
    case .noHome:
      "There is no home folder to keep things in; set HOME, or give the store and the inbox."
    case .noWorkingDirectory:
      "The working directory is gone, so a relative path means nothing; give an absolute one."
    }
  }
}
