/// A generator of numbers whose sequence is the same each time (Marsaglia's xorshift).
struct SeededBits: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
