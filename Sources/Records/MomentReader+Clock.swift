extension MomentReader {
  /// Reads a time alone, like `12:34`, as one of the day of a moment. Without an offset it is on the clock of the place
  /// where that was: by the rules of the zone, where the moment has an offset that the zone had about then (in an hour
  /// that was skipped, that of before), so that it may be doubtful like any other; elsewhere by the offset of the
  /// moment, since nothing is known of the rules there.
  public func read(clock text: String, on moment: Moment) throws(Unclear) -> Reading {
    var offset = ""
    if case .time(let time) = moment, !text.contains(where: { "Zz+-−".contains($0) }),
      time.isZulu || !isOfZone(time)
    {
      offset = String(time.description.suffix(time.isZulu ? 1 : 6))
    }
    return try read("\(moment.day)T\(text)\(offset)")
  }

  private func isOfZone(_ time: Timestamp) -> Bool {
    [0, -86_400, 86_400].contains {
      zone.offset(time.instant.seconds + $0) / 60 * 60 == time.offset
    }
  }
}
