extension MomentReader {
  /// Reads a time alone, like `12:34`, as one of the day of a moment. Without an offset it is on the clock of the place where
  /// that was: by the rules of the zone, where the moment has the offset that the zone had then, so that it may be doubtful
  /// like any other; elsewhere by the offset of the moment, since nothing is known of the rules there.
  public func read(clock text: String, on moment: Moment) throws(Unclear) -> Reading {
    var offset = ""
    if case .time(let time) = moment, !text.contains(where: { "Zz+-−".contains($0) }),
      zone.offset(time.instant.seconds) / 60 * 60 != time.offset
    {
      offset = String(time.description.suffix(time.isZulu ? 1 : 6))
    }
    return try read("\(moment.day)T\(text)\(offset)")
  }
}
