import Glibc
import Testing

@testable import Linux

private actor Recluse {
  private let executor = ThreadExecutor(name: "recluse")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var visits: [Int] = []

  func visit(_ number: Int) -> pthread_t {
    visits.append(number)
    return pthread_self()
  }

  var count: Int { visits.count }
}

@Suite("A thread of one's own")
struct ThreadExecutorTests {
  @Test("all of an actor's work runs on its one thread, which is nobody else's")
  func oneThread() async {
    let one = Recluse()
    let other = Recluse()
    var threads: Set<pthread_t> = []
    for number in 0..<100 { threads.insert(await one.visit(number)) }
    #expect(threads.count == 1)
    #expect(await !threads.contains(other.visit(0)))
  }

  @Test("nothing is lost when many tasks call at once")
  func manyCallers() async {
    let recluse = Recluse()
    await withTaskGroup { group in
      for number in 0..<1000 { group.addTask { _ = await recluse.visit(number) } }
    }
    #expect(await recluse.count == 1000)
  }
}
