/// Numbers by the time at which they are due, earliest first; of equal times the one that was added first. A binary
/// heap. A number may be in it several times: who takes it out knows whether the time still holds.
struct Agenda {
  private struct Item {
    let time: SteadyTime
    let order: UInt64
    let number: Int

    func precedes(_ other: Item) -> Bool {
      time != other.time ? time < other.time : order < other.order
    }
  }

  private var heap: [Item] = []
  private var order: UInt64 = 0

  var first: (time: SteadyTime, number: Int)? { heap.first.map { ($0.time, $0.number) } }

  mutating func add(_ number: Int, at time: SteadyTime) {
    order += 1
    heap.append(Item(time: time, order: order, number: number))
    var child = heap.count - 1
    while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].precedes(heap[least]) { least = child }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
