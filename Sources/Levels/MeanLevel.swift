import Linux

/// The RMS of several stretches of sound together, of each stretch's RMS and how long it lasts. Levels are hundredths of a
/// decibel; `silence` is that of no sound.
public func meanLevel(of stretches: [(level: Int, length: Double)], silence: Int) -> Int {
  let length = stretches.reduce(0) { $0 + $1.length }
  let power = stretches.reduce(0) { sum, stretch in
    stretch.level <= silence
      ? sum : sum + powerOfTen(Double(stretch.level) / 1000) * stretch.length
  }
  guard length > 0, power > 0 else { return silence }
  return max(silence, Int((1000 * decimalLogarithm(power / length)).rounded()))
}
