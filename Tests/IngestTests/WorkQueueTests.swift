import Testing

@testable import Ingest

@Suite("The bounded queue between tasks")
struct WorkQueueTests {
  @Test("everything comes out once, in order, though the giver is faster than the taker")
  func order() async {
    let queue = WorkQueue<Int>(capacity: 4)
    async let taken = {
      var all: [Int] = []
      while true {
        let some = await queue.take(limit: 3)
        if some.isEmpty { return all }
        all += some
      }
    }()
    for number in 0..<1000 { await queue.add([number]) }
    queue.finish()
    #expect(await taken == Array(0..<1000))
  }

  @Test("a lone element is taken at once, and one of several announced waits for them")
  func growth() async {
    let queue = WorkQueue<Int>(capacity: 8)
    queue.announce(1)
    await queue.add([1], settling: 1)
    #expect(await queue.take(limit: 8, growth: .seconds(600)) == [1])
    queue.announce(2)
    await queue.add([2], settling: 1)
    async let portion = queue.take(limit: 8, growth: .seconds(600))
    await queue.add([3], settling: 1)
    #expect(await portion == [2, 3])
  }

  @Test("a taker that waits is woken by the end, and gets nothing")
  func end() async {
    let queue = WorkQueue<Int>(capacity: 1)
    async let taken = queue.take(limit: 1)
    queue.finish()
    #expect(await taken.isEmpty)
  }
}
