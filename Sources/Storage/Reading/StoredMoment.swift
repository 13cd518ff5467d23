import Records

/// A moment as three columns: its text as given, its instant and its day.
extension Moment {
  /// Reads the text that `description` wrote: RFC 3339, or a full-date alone.
  init?(stored text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let date = number(8..<10),
      let day = CalendarDay(year: year, month: month, day: date)
    else { return nil }
    if bytes.count == 10 {
      self = .day(day)
      return
    }
    guard let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
    else { return nil }
    var end = 19
    var nanosecond = 0
    var digits = 0
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      while let value = number(end + 1..<end + 2), digits < 9 {
        nanosecond = nanosecond * 10 + value
        digits += 1
        end += 1
      }
      end += 1
      for _ in digits..<9 { nanosecond *= 10 }
    }
    guard end < bytes.count else { return nil }
    let isZulu = bytes[end] == UInt8(ascii: "Z")
    var offset = 0
    if !isZulu {
      guard let hours = number(end + 1..<end + 3), let minutes = number(end + 4..<end + 6) else {
        return nil
      }
      offset = (hours * 60 + minutes) * 60 * (bytes[end] == UInt8(ascii: "-") ? -1 : 1)
    }
    guard
      let time = Timestamp(
        day: day, secondOfDay: (hour * 60 + minute) * 60 + second, nanosecond: nanosecond,
        fractionDigits: digits, offset: offset, isZulu: isZulu)
    else { return nil }
    self = .time(time)
  }
}
