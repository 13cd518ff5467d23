import Testing

@Suite("The cures that are said of deleted records", .fewAtATime)
struct DeletedCureTests {
  private let book = OrganizeBook()

  /// The command that a refusal ends with, which must end well.
  @discardableResult
  private func follow(_ words: String...) throws -> String {
    let refusal = book.run(words)
    #expect([65, 66].contains(refusal.status), "\(words): \(refusal.errors)")
    let said = refusal.errors.split { ".\n".contains($0) }.last.map(String.init) ?? ""
    let command = try #require(said.split(separator: "mm-organize ", maxSplits: 1).last)
    let cure = command.split(separator: " ").map(String.init)
    let outcome = book.run(cure)
    try #require(outcome.status == 0, "\(words) said \(cure): \(outcome.errors)")
    return cure.joined(separator: " ")
  }

  private func make(_ count: Int) throws {
    for number in 1...count {
      try book.text("add", "\(number)0")
      try book.text("organize", "q\(number)")
    }
  }

  @Test("what was merged comes back as what it was merged into, however often that was merged")
  func merged() throws {
    try make(4)
    try book.text("merge", "t1", "t2")
    try book.text("delete", "t5")
    for words in [["delete", "t1"], ["edit", "t2", "--note", "x"], ["restore", "t1"]] {
      let outcome = book.run(words)
      #expect(outcome.errors.contains("mm-organize restore t5"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("restore t1"), "\(outcome.errors)")
    }
    #expect(try follow("delete", "t1") == "restore t5")
    try book.text("merge", "t5", "t3")
    try book.text("merge", "t4", "t6")
    try book.text("delete", "t7")
    #expect(try follow("restore", "t1") == "restore t7")
    try book.text("delete", "t7")
    #expect(try follow("delete", "t5") == "restore t7")
    // With what it needs.
    try book.text("delete", "t7")
    try book.text("delete", "q1", "q3")
    #expect(try follow("split", "t2", "5", "--", "15") == "restore q1 q3 t7")
  }

  @Test("what was split comes back as what has its money")
  func split() throws {
    try make(2)
    try book.text("split", "t1", "--into", "3")
    try book.text("delete", "t3", "t4", "t5")
    #expect(try follow("delete", "t3") == "restore t3")
    try book.text("delete", "t3")
    #expect(try follow("delete", "t1") == "restore t1")
    try book.text("delete", "t1")
    // Its parts are in it again.
    #expect(try follow("delete", "t4") == "restore t1")
    try book.text("split", "t1", "--into", "2")
    try book.text("merge", "t6", "t2")
    try book.text("delete", "t7", "t8")
    #expect(try follow("delete", "t1") == "restore t8")
    try book.text("delete", "t8")
    #expect(try follow("delete", "t6") == "restore t8")
    try book.text("delete", "t8")
    #expect(try follow("delete", "t7") == "restore t7")
  }

  @Test("what cannot come back as it is says what is to be done first")
  func behind() throws {
    try make(2)
    try book.text("edit", "t2", "--refund-of", "t1")
    try book.text("delete", "t2")
    try book.text("edit", "t1", "--type", "income")
    #expect(try follow("restore", "t2") == "edit t1 --type expense")
    try book.text("edit", "t1", "--type", "income")
    try book.text("delete", "t1")
    #expect(try follow("delete", "t2") == "restore t1")
    #expect(try follow("delete", "t2") == "edit t1 --type expense")
    #expect(try follow("delete", "t2") == "restore t2")
    #expect(try book.text("audit").contains("refund-wrong") == false)
  }
}
