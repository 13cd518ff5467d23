/// Peaks of equal spans of a recording whose length is not known beforehand: when the slots are full, neighbours
/// merge and each span doubles. The more slots, the nearer each of the bins in the end is to its own span.
struct WaveformBins {
  private var slots: [Float] = []
  /// Frames a slot.
  private var span = 32
  private var filled = 0
  private var current: Float = 0

  private static let capacity = 2048

  /// Frames until the present slot is full.
  var room: Int { span - filled }

  /// The peak of that many frames, at most `room`.
  mutating func add(_ peak: Float, frames: Int) {
    current = max(current, peak)
    filled += frames
    guard filled == span else { return }
    slots.append(current)
    current = 0
    filled = 0
    guard slots.count == WaveformBins.capacity else { return }
    slots = stride(from: 0, to: slots.count, by: 2).map { max(slots[$0], slots[$0 + 1]) }
    span *= 2
  }

  /// 255 is full scale and beyond. A recording of fewer slots than bins repeats them.
  func resampled(to count: Int) -> [UInt8] {
    let all = filled > 0 ? slots + [current] : slots
    guard !all.isEmpty else { return [] }
    return (0..<count).map { index in
      let first = index * all.count / count
      let last = max(first + 1, (index + 1) * all.count / count)
      let peak = all[first..<last].max() ?? 0
      return UInt8((min(peak, 1) * 255).rounded())
    }
  }
}
