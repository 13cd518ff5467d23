import Linux
import Records
import Synchronization

/// The digests of the recordings that are being tried, in a file of the store: what it names at the next start was in
/// hand when the daemon died.
///
/// A line for each, of 64 hexadecimal digits, written before a decoder gets the recording. The kernel keeps what was
/// written whatever becomes of the process, so nothing waits for the disk: it is one pwrite(2) a memo. A line whose
/// recording is done with stays until another needs its place, or until nothing is in hand. All that can go wrong with the
/// file costs no more than this memory.
final class ContentsInHand: Sendable {
  /// What the file named at first; it keeps its lines until `forgetLeft`.
  let left: [Digest]
  private let state: Mutex<State>

  private struct State: ~Copyable {
    /// Nil where it cannot be opened, and once nothing is to be remembered any more.
    var file: Descriptor?
    /// Lines before this one are kept for the next start.
    var kept: Int
    var lines: Int
    var free: [Int] = []
    var count = 0

    /// The number of the line that now holds these bytes. Nil where they cannot be written, for which no memo waits.
    mutating func add(_ bytes: [UInt8]) -> Int? {
      let line = free.popLast() ?? lines
      lines = max(lines, line + 1)
      let written = try? file?.write(bytes, at: Int64(line * lineBytes))
      guard written == bytes.count else {
        free.append(line)
        return nil
      }
      count += 1
      return line
    }

    /// Nothing is named any more but what is kept.
    mutating func empty() {
      (lines, free) = (kept, [])
      try? file?.truncate(to: Int64(kept * lineBytes))
    }
  }

  init(at path: String, mode: UInt32) {
    let file = try? Descriptor(opening: path, [.readWrite, .create, .noFollow], mode: mode)
    // One of a shared store belongs to whoever ran the daemon first.
    try? file?.setMode(mode)
    let content = (try? file?.readAll(limit: longest)) ?? []
    left = content.split(separator: UInt8(ascii: "\n")).compactMap {
      Digest(String(decoding: $0, as: UTF8.self))
    }
    let lines = (content.count + lineBytes - 1) / lineBytes
    state = Mutex(State(file: file, kept: lines, lines: lines))
  }

  /// The store remembers now what was left.
  func forgetLeft() {
    state.withLock { state in
      state.kept = 0
      state.empty()
    }
  }

  /// Names a recording for as long as the mark lives.
  func mark(_ digest: Digest) -> InHandMark? {
    let line = state.withLock { $0.add(Array("\(digest)\n".utf8)) }
    return line.map { InHandMark(self, line: $0) }
  }

  fileprivate func release(_ line: Int) {
    state.withLock { state in
      state.count -= 1
      state.free.append(line)
      if state.count == 0 { state.empty() }
    }
  }

  /// Nothing is in hand from now on, whatever happens.
  func close() {
    state.withLock { state in
      state.empty()
      state.file = nil
    }
  }
}

/// The digits and the end of the line.
private let lineBytes = 65
/// Many times what is ever in hand; a longer file is none of ours.
private let longest = 1 << 20

/// Stands for one recording in hand, and goes with its last holder.
final class InHandMark: Sendable {
  private let list: ContentsInHand
  private let line: Int

  fileprivate init(_ list: ContentsInHand, line: Int) {
    self.list = list
    self.line = line
  }

  deinit { list.release(line) }
}
