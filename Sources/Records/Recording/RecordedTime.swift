/// When a recording was made, by what its container and its name say together.
struct RecordedTime: Hashable, Sendable {
  let moment: Moment
  /// `container` or `name`, whichever gave the clock.
  let source: FieldSource
  let review: ReviewNote?

  /// Nil where neither says anything that can be believed.
  init?(_ report: AudioReport, name: FileName, zone: TimeZoneRules, now: Instant) {
    let named = NameMomentReader().read(name).flatMap { reading in
      WrittenTime.isPlausible(reading.moment(in: zone), now: now) ? reading : nil
    }
    guard let container = ContainerTime(report, zone: zone, now: now) else {
      guard let named else { return nil }
      self.init(named.moment(in: zone), .name, named.doubt(in: zone))
      return
    }
    let span = (report.durationMilliseconds + 999) / 1000
    switch container {
    case .instant(let stamp):
      let fit = NameFit(stamp: stamp.seconds, span: span, zone: zone)
      let moment = Moment.time(Timestamp(stamp, offset: zone.offset(stamp.seconds)))
      guard let named else {
        self.init(moment, .container, RecordedTime.uncertain(stamp, span, zone))
        return
      }
      if let time = fit.time(of: named) {
        self.init(.time(time), .name)
      } else {
        self.init(moment, .container, fit.holdsDay(of: named) ? nil : .timesDiffer(named))
      }
    case .time(let time):
      let agrees = named.map { NameFit.agree($0, time, span: span) } ?? true
      self.init(.time(time), .container, agrees ? nil : named.map(ReviewNote.timesDiffer))
    case .day(let day):
      guard let named, named.moment(in: zone).day == day else {
        self.init(.day(day), .container, named.map(ReviewNote.timesDiffer))
        return
      }
      if case .day = named {
        self.init(.day(day), .container)
      } else {
        self.init(named.moment(in: zone), .name, named.doubt(in: zone))
      }
    }
  }

  private init(_ moment: Moment, _ source: FieldSource, _ review: ReviewNote? = nil) {
    self.moment = moment
    self.source = source
    self.review = review
  }

  /// Nothing says whether the stamp is the start or the end, which matters where a midnight lies between.
  private static func uncertain(
    _ stamp: Instant, _ span: Int64, _ zone: TimeZoneRules
  ) -> ReviewNote? {
    let start = stamp.advanced(by: .seconds(-span))
    let day = Timestamp(stamp, offset: zone.offset(stamp.seconds)).day
    let earlier = Timestamp(start, offset: zone.offset(start.seconds)).day
    guard day != earlier else { return nil }
    return ReviewNote(
      field: .capturedAt, code: .dateUncertain,
      message:
        "The recording does not say whether this is its start or its end: it may have begun on \(earlier).",
      text: nil)
  }
}

extension NameMomentReader.Reading {
  /// A clock is one of the zone.
  func moment(in zone: TimeZoneRules) -> Moment {
    switch self {
    case .day(let day): return .day(day)
    case .clock(let day, let second):
      let local = Int64(day.daysSinceEpoch) * 86_400 + Int64(second)
      return time(day, second, offset: zone.offset(ofLocal: local))
    case .zulu(let day, let second):
      let instant = Int64(day.daysSinceEpoch) * 86_400 + Int64(second)
      return .time(Timestamp(Instant(seconds: instant), offset: zone.offset(instant)))
    }
  }

  fileprivate func doubt(in zone: TimeZoneRules) -> ReviewNote? {
    guard case .clock(let day, let second) = self else { return nil }
    let local = Int64(day.daysSinceEpoch) * 86_400 + Int64(second)
    return zone.doubt(ofLocal: local).map { doubt in
      ReviewNote(
        field: .capturedAt, code: .dateUncertain,
        message: "\(doubt) \(moment(in: zone)) was taken.",
        text: nil)
    }
  }

  private func time(_ day: CalendarDay, _ second: Int, offset: Int) -> Moment {
    Timestamp(day: day, secondOfDay: second, offset: offset / 60 * 60).map(Moment.time) ?? .day(day)
  }
}

extension ReviewNote {
  fileprivate static func timesDiffer(_ named: NameMomentReader.Reading) -> ReviewNote {
    let written: String
    switch named {
    case .day(let day): written = day.description
    case .clock(let day, let second), .zulu(let day, let second):
      written = "\(day) \(Timestamp(Instant(seconds: Int64(second)), offset: 0).clock)"
    }
    return ReviewNote(
      field: .capturedAt, code: .dateUncertain,
      message: "The name of the file has another time than the recording, whose time was taken.",
      text: written)
  }
}
