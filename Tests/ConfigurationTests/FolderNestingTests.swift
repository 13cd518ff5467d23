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

  @Test("neighbours whose names begin alike are fine")
  func neighbours() {
    #expect(FolderNesting.find(among: ["/store", "/store2", "/stor", "/inbox"]) == nil)
  }

  @Test("two spellings of one character are two folders")
  func spellings() {
    #expect(FolderNesting.find(among: ["/caf\u{E9}", "/cafe\u{301}"]) == nil)
  }
}
