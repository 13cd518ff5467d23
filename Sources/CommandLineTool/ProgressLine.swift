/// One line on how far a piece of work is that is measured in bytes: `[####····]  45 %  90 of 200  120 MB/s  0:12 left`.
public struct ProgressLine: Hashable, Sendable {
  /// Things done, and how many there are.
  public var done: Int
  public var all: Int
  public var bytes: Int64
  public var allBytes: Int64
  /// Bytes that were done before the clock started.
  public var bytesBefore: Int64

  public init(done: Int, all: Int, bytes: Int64, allBytes: Int64, bytesBefore: Int64 = 0) {
    self.done = done
    self.all = all
    self.bytes = bytes
    self.allBytes = allBytes
    self.bytesBefore = bytesBefore
  }

  /// At most so many columns, all of them ASCII: what says least is left out first. Nothing is said of speed before there
  /// is one.
  public func text(columns: Int, after elapsed: Duration) -> String {
    let share = allBytes > 0 ? min(1, Double(bytes) / Double(allBytes)) : 1
    let percent = "\(Int(share * 100)) %"
    var parts = [String(repeating: " ", count: max(0, 5 - percent.count)) + percent]
    parts.append("\(done) of \(all)")
    let seconds = elapsed / .seconds(1)
    let speed = seconds > 0.5 ? Double(bytes - bytesBefore) / seconds : 0
    if speed > 0 {
      parts.append("\(ProgressLine.size(Int64(speed)))/s")
      parts.append("\(ProgressLine.clock(Double(max(0, allBytes - bytes)) / speed)) left")
    }
    while parts.count > 1, parts.joined(separator: "  ").utf8.count > columns { parts.removeLast() }
    let text = parts.joined(separator: "  ")
    let room = min(40, columns - text.utf8.count - 4)
    guard room >= 5 else { return String(text.prefix(max(0, columns))) }
    let full = Int(share * Double(room))
    return "[\(String(repeating: "#", count: full))\(String(repeating: ".", count: room - full))]  "
      + text
  }

  /// `120 MB`, in thousands as disks are sold.
  public static func size(_ bytes: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB"]
    var value = Double(bytes)
    var unit = 0
    while value >= 999.5, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    guard value < 9.95, unit > 0 else { return "\(Int(value.rounded())) \(units[unit])" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 359_999))
    let pad = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    let hours = whole / 3600
    return (hours > 0 ? "\(hours):\(pad(whole / 60 % 60))" : "\(whole / 60)")
      + ":\(pad(whole % 60))"
  }
}
