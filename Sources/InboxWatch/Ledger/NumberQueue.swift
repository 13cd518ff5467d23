/// Numbers, first in, first out.
struct NumberQueue {
  private var numbers: [Int] = []
  private var head = 0

  var isEmpty: Bool { head == numbers.count }

  mutating func append(_ number: Int) { numbers.append(number) }

  mutating func popFirst() -> Int? {
    guard !isEmpty else { return nil }
    defer {
      head += 1
      if head == numbers.count || head > 4096 {
        numbers.removeFirst(head)
        head = 0
      }
    }
    return numbers[head]
  }
}
