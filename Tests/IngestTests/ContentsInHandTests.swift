import Linux
import Records
import TestSupport
import Testing

@testable import Ingest

@Suite struct ContentsInHandTests {
  private let folder = TemporaryFolder()
  private var path: String { folder["in-hand"] }

  private func open() -> ContentsInHand { ContentsInHand(at: path, mode: 0o600) }

  private func digest(_ number: UInt8) throws -> Digest {
    try #require(Digest(bytes: [UInt8](repeating: number, count: 32)))
  }

  @Test(
    "What is in hand when the process ends is there for the next one, until that has taken it over")
  func left() throws {
    let list = open()
    let marks = [list.mark(try digest(1)), list.mark(try digest(2))]
    let next = open()
    #expect(try next.left == [digest(1), digest(2)])
    // Not taken over: it stays, and what comes is beside it.
    let other = next.mark(try digest(3))
    #expect(try open().left == [digest(1), digest(2), digest(3)])
    next.forgetLeft()
    #expect(open().left == [])
    withExtendedLifetime((marks, other)) {}
  }

  @Test("Nothing is left of what is done with, nor after an orderly end")
  func done() throws {
    let list = open()
    var first = list.mark(try digest(1))
    var second = list.mark(try digest(2))
    withExtendedLifetime(first) { first = nil }
    // Its line is the next one's.
    let third = list.mark(try digest(3))
    #expect(try open().left == [digest(3), digest(2)])
    withExtendedLifetime((second, third)) { second = nil }
    list.close()
    #expect(readFile(path) == [])
    #expect(list.mark(try digest(4)) == nil)
    #expect(readFile(path) == [])
  }

  @Test("The file is empty again as soon as nothing is in hand")
  func idle() throws {
    let list = open()
    for number: UInt8 in 1...5 {
      let mark = list.mark(try digest(number))
      #expect(readFile(path)?.count == 65)
      withExtendedLifetime(mark) {}
    }
    #expect(readFile(path) == [])
  }

  @Test("A file that is none of ours, or cannot be opened, costs no more than the memory of it")
  func foreign() throws {
    let one = try digest(1)
    writeFile(path, "a text\n\(one)\n" + String(repeating: "x", count: 200))
    #expect(open().left == [one])
    writeFile(path, [UInt8](repeating: 0, count: 2 << 20))
    let list = open()
    #expect(list.left == [])
    list.forgetLeft()
    #expect(readFile(path) == [])
    #expect(ContentsInHand(at: folder["nowhere/in-hand"], mode: 0o600).mark(one) == nil)
    makeLink(folder["link"], to: path)
    #expect(ContentsInHand(at: folder["link"], mode: 0o600).mark(one) == nil)
    #expect(readFile(path) == [])
  }

  @Test("It has the mode of the store's other files, whatever the mask", arguments: [0o600, 0o660])
  func mode(_ mode: UInt32) throws {
    _ = ContentsInHand(at: path, mode: mode)
    #expect(try fileStatus(at: path).mode & 0o777 == mode)
  }
}
