import Configuration
import Testing

@Suite struct FolderNestingTests {
  @Test(
    "a folder inside another, or the same one twice, is found",
    arguments: [
      (["/store", "/store/inbox"], "/store/inbox", "/store"),
      (["/inbox/store", "/inbox"], "/inbox/store", "/inbox"),
      (["/store", "/a", "/a"], "/a", "/a"),
      (["/a", "/"], "/a", "/"),
    ])
  func found(folders: [String], inner: String, outer: String) {
    let nesting = FolderNesting.find(among: folders)
    #expect(nesting?.inner == inner && nesting?.outer == outer)
  }

  @Test("an inbox that is given twice is told from one that is the store")
  func repeated() throws {
    let twice = try #require(FolderNesting.find(store: "/s", inboxes: ["/a", "/b", "/a"]))
    #expect(twice.sentence == "The inbox /a is given twice; name it once.")
    let same = try #require(FolderNesting.find(store: "/s", inboxes: ["/a", "/s"]))
    #expect(same.sentence.hasPrefix("/s is the store and an inbox at once"))
    let inside = try #require(FolderNesting.find(store: "/s", inboxes: ["/s/a"]))
    #expect(inside.sentence.hasPrefix("/s/a lies inside /s"))
  }

  @Test("neighbours whose names begin alike are fine")
  func neighbours() {
    #expect(FolderNesting.find(among: ["/store", "/store2", "/stor", "/inbox"]) == nil)
  }

  @Test("two spellings of one character are two folders")
  func spellings() {
    #expect(FolderNesting.find(among: ["/caf\u{E9}", "/cafe\u{301}"]) == nil)
  }
}
