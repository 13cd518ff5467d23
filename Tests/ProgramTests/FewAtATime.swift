import Testing

/// Of the tests that have this trait four run at a time. Each starts programs of its own; were all to start at once, each
/// would wait for the others, and none be over within the time that it grants its programs.
struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns(4)

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    await FewAtATime.turns.take()
    do { try await body() } catch {
      await FewAtATime.turns.giveBack()
      throw error
    }
    await FewAtATime.turns.giveBack()
  }
}

extension Trait where Self == FewAtATime {
  static var fewAtATime: Self { Self() }
}

/// A turn goes to whoever has waited longest.
private actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
