import Testing

@testable import CommandLineTool

@Suite("A line of progress")
struct ProgressLineTests {
  private let half = ProgressLine(
    done: 90, all: 200, bytes: 450_000_000, allBytes: 1_000_000_000, bytesBefore: 50_000_000)

  @Test("says how far it is, how fast, and how long it still takes")
  func whole() {
    #expect(
      half.text(columns: 100, after: .seconds(4))
        == "[##################......................]   45 %  90 of 200  100 MB/s  0:06 left")
  }

  @Test("fits into however many columns, and leaves out what says least first", arguments: 0...120)
  func narrow(columns: Int) {
    let text = half.text(columns: columns, after: .seconds(4))
    #expect(text.count <= columns)
    #expect(columns < 7 || text.contains("45 %"))
  }

  @Test("says nothing of speed before there is one, and is whole where there is nothing to do")
  func edges() {
    #expect(half.text(columns: 26, after: .zero) == "[##....]   45 %  90 of 200")
    #expect(half.text(columns: 24, after: .zero) == " 45 %  90 of 200")
    let none = ProgressLine(done: 0, all: 0, bytes: 0, allBytes: 0)
    #expect(none.text(columns: 80, after: .seconds(1)).hasSuffix("100 %  0 of 0"))
    // A file that has grown since is no more than all.
    let more = ProgressLine(done: 1, all: 1, bytes: 20, allBytes: 10)
    #expect(more.text(columns: 80, after: .seconds(1)).contains("100 %"))
  }

  @Test(
    "sizes have two digits at least",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (9949, "9.9 kB"), (12_345, "12 kB"),
      (999_499, "999 kB"), (999_500, "1.0 MB"), (2_500_000_000, "2.5 GB"),
    ] as [(Int64, String)])
  func sizes(bytes: Int64, text: String) {
    #expect(ProgressLine.size(bytes) == text)
  }

  @Test("hours are told apart from minutes")
  func hours() {
    let slow = ProgressLine(done: 0, all: 1, bytes: 1000, allBytes: 7_384_000)
    #expect(slow.text(columns: 120, after: .seconds(1)).hasSuffix("1.0 kB/s  2:03:03 left"))
  }
}
