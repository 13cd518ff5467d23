import Testing

@testable import LineEditing

@Suite("Completion")
struct CompletionTests {
  @Test("Tab goes through the candidates in their order, and then back to what was typed")
  func round() {
    var completion = Completion { typed in ["food", "fuel"].filter { $0.hasPrefix(typed) } }
    #expect(completion.next(after: "f") == "food")
    #expect(completion.next(after: "food") == "fuel")
    #expect(completion.next(after: "fuel") == "f")
    #expect(completion.next(after: "f") == "food")
  }

  @Test(
    "what was changed since the last Tab begins anew, and where nothing fits, nothing is put there")
  func anew() {
    var completion = Completion { typed in ["午餐", "午茶"].filter { $0.hasPrefix(typed) } }
    #expect(completion.next(after: "午") == "午餐")
    #expect(completion.next(after: "午茶") == nil)
    #expect(completion.next(after: "") == "午餐")
    #expect(completion.next(after: "x") == nil)
  }
}
